/** As it is pasted into a paper. */
export const toPlain = (text: string): string => text.trim()

/** The same under a heading; what Markdown would take for a mark stands as it is. */
export const toMarkdown = (text: string, heading: string): string =>
  `## ${heading}\n\n${toPlain(text).replaceAll(/[\\`*_<>[\]#|]/g, (mark) => `\\${mark}`)}\n`
