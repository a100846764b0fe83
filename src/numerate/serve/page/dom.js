// DOM helpers. Text of documents is only ever inserted as text nodes, never as markup.

export const byId = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Announce a text to screen readers. */
export function announce(text) {
  byId("status").textContent = text;
}

/** Show an error in an element, or hide the element if there is none. */
export function showProblem(id, error) {
  byId(id).textContent = error ? error.message : "";
  byId(id).hidden = !error;
}

export function percent(share) {
  if (share >= 0.1) return `${Math.round(100 * share)}%`;
  return `${Number((100 * share).toPrecision(share < 0.001 ? 1 : 2))}%`;
}
