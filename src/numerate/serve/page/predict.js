// The second tab: a sentence that leaves numbers open, and what each may be while it is written.

import { ask } from "./api.js";
import { chart, facts } from "./chart.js";
import { byId, element, percent, tellProblem } from "./dom.js";
import { focusOn, inUnits, rove } from "./text.js";

const MASK = "[#MASK]";
const PAUSE = 150; // milliseconds without a key before the server is asked

const state = { hidden: new Map(), marks: [], timer: 0, running: null };

export function startPredict() {
  byId("sentence").addEventListener("input", () => soon(PAUSE));
  byId("insert").addEventListener("click", () => {
    const sentence = byId("sentence");
    sentence.setRangeText(MASK, sentence.selectionStart, sentence.selectionEnd, "end");
    sentence.focus();
    soon(0);
  });
  rove(byId("preview"), (span) => toggle(state.marks[Number(span.dataset.index)]));
}

/** Ask again; what was asked before and not answered yet is no longer wanted. */
export function soon(pause) {
  clearTimeout(state.timer);
  state.timer = setTimeout(predict, pause);
}

async function predict() {
  state.running?.abort();
  const { signal } = (state.running = new AbortController());
  const text = byId("sentence").value;
  try {
    const [{ predictions }, { numbers }] = await Promise.all([
      ask("/v1/predict", { text, count: 8 }, signal),
      ask("/v1/extract", { text }, signal),
    ]);
    tellProblem("predict-problem", null);
    preview(text, predictions, numbers);
    draw(text, predictions);
  } catch (error) {
    if (error.name !== "AbortError") tellProblem("predict-problem", error);
  }
}

/** The sentence with its numbers and masks as buttons, in their order. */
function preview(text, predictions, numbers) {
  const at = inUnits(text);
  const masks = [...text.matchAll(/\[#MASK\]/g)].map(({ index }, i) => ({ mask: i, start: index, end: index + MASK.length }));
  const inside = (start, end) => masks.some((mask) => mask.start < end && start < mask.end);
  const open = numbers.map(({ start, end, numeral, value }) => ({ value, start: at(start), end: at(end), numeral: numeral.map(at) }));
  state.marks = [...masks, ...open.filter(({ start, end }) => !inside(start, end))].sort((a, b) => a.start - b.start);
  const held = document.activeElement?.closest("#preview") ? Number(document.activeElement.dataset.index) : null;
  const parts = [];
  let done = 0;
  state.marks.forEach((mark, i) => {
    const shown = text.slice(mark.start, mark.end);
    const masked = mark.mask !== undefined;
    const attributes = { class: `number${masked ? " masked" : ""}`, role: "button", "aria-pressed": String(masked), tabindex: i ? -1 : 0, "data-index": i };
    parts.push(text.slice(done, mark.start), element("span", { ...attributes, "aria-label": masked ? "hidden number" : null }, masked ? "?" : shown));
    done = mark.end;
  });
  byId("preview").replaceChildren(...parts, text.slice(done));
  const again = held === null ? null : byId("preview").querySelector(`[data-index="${held}"]`);
  if (again) focusOn(byId("preview"), again);
}

/** Hide a number, or show again what was hidden. What is remembered is known by the words before it. */
function toggle(mark) {
  if (!mark) return;
  const sentence = byId("sentence");
  const text = sentence.value;
  if (mark.mask === undefined) {
    const [start, end] = mark.numeral;
    state.hidden.set(key(text, start), { text: text.slice(start, end), value: mark.value, shown: text.slice(mark.start, mark.end) });
    sentence.setRangeText(MASK, start, end, "end");
  } else {
    const hidden = state.hidden.get(key(text, mark.start));
    sentence.setRangeText(hidden?.text ?? "", mark.start, mark.end, "end");
  }
  soon(0);
}

const key = (text, start) => text.slice(Math.max(0, start - 24), start);

function draw(text, predictions) {
  const at = inUnits(text);
  const cards = predictions.map((prediction, i) => {
    const start = text.indexOf(MASK, at(prediction.start));
    const was = state.hidden.get(key(text, start));
    const observed = was && was.value !== null ? { value: was.value, label: `${was.shown} before` } : undefined;
    return element(
      "article",
      { class: "card", "aria-labelledby": `prediction-${i}` },
      element("h3", { id: `prediction-${i}` }, prediction.text.replace(MASK, "▢")),
      chart(prediction.distribution, { observed }),
      facts(prediction.distribution, percent),
      element(
        "ul",
        { class: "likely", "aria-label": "Likeliest numbers" },
        ...prediction.likeliest.map(({ label, probability }) => element("li", {}, `${label} `, element("small", {}, percent(probability)))),
      ),
    );
  });
  const none = element("p", { class: "quiet" }, `Put ${MASK} into the sentence to see what a number may be.`);
  byId("predictions").replaceChildren(...(cards.length ? cards : [none]));
}
