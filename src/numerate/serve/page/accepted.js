// "This is right": findings that were accepted, kept for the session of the tab, and saved as a baseline.

const KEY = "numerate-accepted";

const entries = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));

const keyOf = (file, finding) => JSON.stringify([file, finding.fingerprint]);

function store() {
  sessionStorage.setItem(KEY, JSON.stringify([...entries]));
}

export const isAccepted = (file, finding) => entries.has(keyOf(file, finding));

/** Accept a finding; `identity` is what a baseline identifies it by. */
export function accept(file, finding, identity) {
  entries.set(keyOf(file, finding), { file, ...identity, count: 1 });
  store();
}

/** Forget the accepted findings of a file. */
export function clearAccepted(file) {
  for (const [key, entry] of entries) if (entry.file === file) entries.delete(key);
  store();
}

/** Everything accepted in this session, as `numerate check --baseline` reads it. */
export function baseline() {
  const about = "Findings of numerate check that were accepted. Written by: numerate serve";
  return JSON.stringify({ about, version: 1, accepted: [...entries.values()] }, null, 2) + "\n";
}
