// What a number may be, drawn: the density over a log axis, the intervals below it, and marks upon it.
// The axis, its ticks and all labels come from the server; here they only get their place on the screen.

import { element, svg } from "./dom.js";

const LEFT = 8, RIGHT = 432, WIDTH = 440, TOP = 34, BASE = 122, BELOW = 133, LABELS = 156, HEIGHT = 162;
const LETTER = 6.2; // about the width of a letter of a label

/** `observed`: {value, label} of the number as it stands; `suggested`: values that may have been meant. */
export function chart(distribution, { observed, suggested = [] } = {}) {
  const { axis, labels } = distribution;
  const place = (value) => {
    const share = value > 0 ? (Math.log10(value) - axis.low) / (axis.high - axis.low) : 0;
    return LEFT + Math.min(Math.max(share, 0), 1) * (RIGHT - LEFT);
  };
  const told = `Median ${labels.median}. Half of such numbers: ${labels.half}. Nine in ten: ${labels.most}.`;
  return svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": observed ? `${told} Here: ${observed.label}.` : told,
    },
    density(distribution.mass),
    svg("line", { class: "axis", x1: LEFT, x2: RIGHT, y1: BASE, y2: BASE }),
    ...ticks(axis, place),
    span("most", distribution.most, place),
    span("half", distribution.half, place),
    svg("circle", { class: "median", cx: place(distribution.median), cy: BELOW, r: 4 }),
    ...suggested.map((value) => svg("path", { class: "suggested", d: `M${place(value)},${BASE - 6}l6,6l-6,6l-6,-6z` })),
    ...(observed ? pointer(place(observed.value), observed.label) : []),
  );
}

/** The same in words, with a key to the drawing. */
export function facts({ labels, zero }, percent) {
  const row = (key, term, value) => [
    element("dt", {}, element("span", { class: `key ${key}`, "aria-hidden": "true" }), term),
    element("dd", {}, value),
  ];
  return element(
    "dl",
    { class: "facts" },
    ...row("middle", "median", labels.median),
    ...row("half", "half of such numbers", labels.half),
    ...row("most", "nine in ten", labels.most),
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

function ticks(axis, place) {
  const drawn = [];
  let free = 0;
  for (const { value, label } of axis.ticks) {
    const x = place(value);
    const half = (label.length * LETTER) / 2;
    drawn.push(svg("line", { class: "tick", x1: x, x2: x, y1: BASE, y2: BASE + 4 }));
    if (x - half >= free && x + half <= WIDTH) {
      drawn.push(svg("text", { x, y: LABELS }, label));
      free = x + half + 10;
    }
  }
  return drawn;
}

function span(name, [low, high], place) {
  // An interval of one number is still to be seen.
  const [from, to] = [place(low) - 1, place(high) + 1];
  return svg("line", { class: name, x1: from, x2: to, y1: BELOW, y2: BELOW });
}

function pointer(x, label) {
  const shown = label.length > 40 ? `${label.slice(0, 39)}…` : label;
  const half = (shown.length * 7) / 2;
  const middle = Math.min(Math.max(x, half), WIDTH - half);
  return [
    svg("line", { class: "observed", x1: x, x2: x, y1: TOP - 10, y2: BASE }),
    svg("path", { class: "observed-head", d: `M${x},${BASE}l-5,-9h10z` }),
    svg("text", { class: "observed-label", x: middle, y: TOP - 17 }, shown),
  ];
}
