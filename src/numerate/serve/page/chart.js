// Chart of a predicted distribution: density over a log axis, intervals below it, markers on it.
// Axis, ticks and labels come from the server; this module only lays them out.

import { element, svg } from "./dom.js";

const LEFT = 8, RIGHT = 432, WIDTH = 440, TOP = 34, BASE = 122, INTERVALS = 133, LABELS = 156, HEIGHT = 162;
const LETTER_WIDTH = 6.2; // average width of a letter in the labels, in pixels

/** `observed`: {value, label} of the number as written; `suggested`: values of the suggestions. */
export function chart(distribution, { observed, suggested = [] } = {}) {
  const { axis, labels } = distribution;
  const xOf = (value) => {
    const share = value > 0 ? (Math.log10(value) - axis.low) / (axis.high - axis.low) : 0;
    return LEFT + Math.min(Math.max(share, 0), 1) * (RIGHT - LEFT);
  };
  const description = `Median ${labels.median}. 50% of such numbers: ${labels.half}. 90% of such numbers: ${labels.most}.`;
  return svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": observed ? `${description} Here: ${observed.label}.` : description,
    },
    density(distribution.mass),
    svg("line", { class: "axis", x1: LEFT, x2: RIGHT, y1: BASE, y2: BASE }),
    ...ticks(axis, xOf),
    interval("most", distribution.most, xOf),
    interval("half", distribution.half, xOf),
    svg("circle", { class: "median", cx: xOf(distribution.median), cy: INTERVALS, r: 4 }),
    ...suggested.map((value) => svg("path", { class: "suggested", d: `M${xOf(value)},${BASE - 6}l6,6l-6,6l-6,-6z` })),
    ...(observed ? marker(xOf(observed.value), observed.label) : []),
  );
}

/** Median and intervals as a list, which is also the legend of the chart. */
export function summary({ labels, zero }, percent) {
  const row = (key, term, value) => [
    element("dt", {}, element("span", { class: `key ${key}`, "aria-hidden": "true" }), term),
    element("dd", {}, value),
  ];
  return element(
    "dl",
    { class: "summary" },
    ...row("middle", "median", labels.median),
    ...row("half", "50% of such numbers", labels.half),
    ...row("most", "90% of such numbers", labels.most),
    ...(zero > 0.005 ? [element("dt", {}, "zero"), element("dd", {}, percent(zero))] : []),
  );
}

function density(mass) {
  const highest = Math.max(...mass, 1e-12);
  const step = (RIGHT - LEFT) / mass.length;
  const points = mass.map((part, i) => {
    const y = (BASE - (part / highest) * (BASE - TOP)).toFixed(1);
    return `L${(LEFT + i * step).toFixed(1)},${y}L${(LEFT + (i + 1) * step).toFixed(1)},${y}`;
  });
  return svg("path", { class: "density", d: `M${LEFT},${BASE}${points.join("")}L${RIGHT},${BASE}Z` });
}

function ticks(axis, xOf) {
  const elements = [];
  let free = 0;
  for (const { value, label } of axis.ticks) {
    const x = xOf(value);
    const half = (label.length * LETTER_WIDTH) / 2;
    elements.push(svg("line", { class: "tick", x1: x, x2: x, y1: BASE, y2: BASE + 4 }));
    if (x - half >= free && x + half <= WIDTH) {
      elements.push(svg("text", { x, y: LABELS }, label));
      free = x + half + 10;
    }
  }
  return elements;
}

function interval(name, [low, high], xOf) {
  // One pixel wider on each side, so that an interval of a single number stays visible.
  return svg("line", { class: name, x1: xOf(low) - 1, x2: xOf(high) + 1, y1: INTERVALS, y2: INTERVALS });
}

function marker(x, label) {
  const text = label.length > 40 ? `${label.slice(0, 39)}…` : label;
  const half = (text.length * 7) / 2;
  const middle = Math.min(Math.max(x, half), WIDTH - half);
  return [
    svg("line", { class: "observed", x1: x, x2: x, y1: TOP - 10, y2: BASE }),
    svg("path", { class: "observed-head", d: `M${x},${BASE}l-5,-9h10z` }),
    svg("text", { class: "observed-label", x: middle, y: TOP - 17 }, text),
  ];
}
