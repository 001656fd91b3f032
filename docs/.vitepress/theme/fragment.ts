/** The state of a tool in the fragment of the address, so that a link restores it. Personal fields are never part of it. */
import { onMounted, onUnmounted, type Ref, reactive, ref, watch } from "vue";

/** A number, a code, a date, or rates. Only such texts are in the fragment: another one may be personal. */
const PLAIN = /^(?:[\d.]{1,120}|[A-Z]{3}|\d{4}-\d\d-\d\d|[A-Z]{3} ?[\d.]+(?:, ?[A-Z]{3} ?[\d.]+){0,20})$/;

/** What was chosen and entered, also after another page was shown. It is kept until the page is closed. */
const states = new Map<string, Record<string, string>>();
const texts = new Map<string, Ref<string>>();

/** Returns a text that may be personal, so it is never in the fragment. */
export function useText(name: string, initial: string): Ref<string> {
  const text = texts.get(name) ?? ref(initial);
  texts.set(name, text);
  return text;
}

/**
 * Returns the state of a tool, which follows the fragment and changes it.
 *
 * @param tool - name of the tool; fragments of other tools change nothing
 * @param initial - every property with its default; none is personal
 * @param lists - the values of the properties that are chosen from a list
 */
export function useFragment<State extends Record<string, string>>(
  tool: string,
  initial: State,
  lists: { readonly [key in keyof State]?: readonly string[] } = {},
): State {
  const state = states.get(tool) ?? reactive<Record<string, string>>({ ...initial });
  states.set(tool, state);
  const isPublic = (key: string, value: string) => lists[key]?.includes(value) ?? PLAIN.test(value);

  function restore(): void {
    const given = new URLSearchParams(location.hash.slice(1));
    if (given.get("tool") !== tool) return;
    for (const [key, value] of Object.entries(initial)) {
      const text = given.get(key) ?? value;
      state[key] = isPublic(key, text) ? text : value;
    }
  }

  onMounted(() => {
    restore();
    scrollToTarget();
    addEventListener("hashchange", restore);
    watch(state, () => {
      const shown = Object.entries(state).filter(([key, value]) => isPublic(key, value));
      history.replaceState(history.state, "", `#${new URLSearchParams([["tool", tool], ...shown])}`);
    });
  });
  onUnmounted(() => removeEventListener("hashchange", restore));
  return state as State;
}

/** Shows what the fragment names. Called for each tool that is loaded, because the ones above move the ones below. */
function scrollToTarget(): void {
  const tool = new URLSearchParams(location.hash.slice(1)).get("tool");
  document.getElementById(tool === null ? location.hash.slice(1) : `tool-${tool}`)?.scrollIntoView();
}
