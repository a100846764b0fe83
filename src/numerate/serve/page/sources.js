// What is being checked: a pasted text or a file. Neither is ever changed; a correction makes a new one.

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A text that was pasted or typed. */
export const fromText = (text, name = "Pasted text") => ({ text, name });

/** A file that was dropped or chosen. */
export const fromFile = (file) => ({ file, name: file.name });

/** The characters of a source, where it is text; of a packed format, what was read from it. */
export async function textOf(source, report) {
  if (!source.file) return source.text;
  if (report.format === "docx" || report.format === "pdf") return report.text;
  try {
    return utf8.decode(await source.file.arrayBuffer());
  } catch {
    return report.text;
  }
}

/** Put `written` in the place of a finding: in the source itself where it stands there as it reads. */
export async function corrected(source, report, finding, written, at) {
  const { byte_start: start, byte_end: end } = finding.place;
  const bytes = source.file ? await source.file.arrayBuffer() : new TextEncoder().encode(source.text).buffer;
  if (start !== null && spelled(bytes.slice(start, end)) === finding.text) {
    const blob = new Blob([bytes.slice(0, start), written, bytes.slice(end)]);
    if (source.file) return { file: new File([blob], source.name, { type: source.file.type }), name: source.name };
    return { text: await blob.text(), name: source.name };
  }
  // Packed, encoded otherwise, or written with markup: go on with the text that was read from it.
  const text = report.text.slice(0, at(finding.start)) + written + report.text.slice(at(finding.end));
  return { text, name: source.name.replace(/\.\w+$/, ".txt"), plain: source.plain ?? source.name };
}

function spelled(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
