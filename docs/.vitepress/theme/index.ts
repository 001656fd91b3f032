/** The default theme without its fonts, and with the tools of the playground. */
import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import PlaygroundTool from "./PlaygroundTool.vue";
import "./site.css";

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("PlaygroundTool", PlaygroundTool);
  },
} satisfies Theme;
