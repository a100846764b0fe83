// Elements by name, attributes and children. Whatever comes from a document goes in as text, never as markup.

export const byId = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Tell a screen reader. */
export function say(text) {
  byId("said").textContent = text;
}

/** Show a problem in its place, or none. */
export function tellProblem(id, error) {
  byId(id).textContent = error ? error.message : "";
  byId(id).hidden = !error;
}

export function percent(share) {
  if (share >= 0.1) return `${Math.round(100 * share)}%`;
  return `${Number((100 * share).toPrecision(share < 0.001 ? 1 : 2))}%`;
}
