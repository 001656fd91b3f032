/** The state of a tool in the fragment of the address, so that a link restores it. Personal fields are never part of it. */
import { onMounted, onUnmounted, reactive, watch } from "vue";

/**
 * Returns the state of a tool, which follows the fragment and changes it.
 *
 * @param tool - name of the tool; fragments of other tools change nothing
 * @param initial - every property with its default; none is personal
 */
export function useFragment<State extends Record<string, string>>(tool: string, initial: State): State {
  const state: Record<string, string> = reactive({ ...initial });

  function restore(): void {
    const given = new URLSearchParams(location.hash.slice(1));
    if (given.get("tool") !== tool) return;
    for (const [key, value] of Object.entries(initial)) state[key] = given.get(key) ?? value;
    document.getElementById(`tool-${tool}`)?.scrollIntoView();
  }

  onMounted(() => {
    restore();
    addEventListener("hashchange", restore);
    watch(state, () => {
      history.replaceState(history.state, "", `#${new URLSearchParams({ tool, ...state })}`);
    });
  });
  onUnmounted(() => removeEventListener("hashchange", restore));
  return state as State;
}
