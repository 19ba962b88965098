/** Markdown of headings and paragraphs as it is pasted into a paper: the same lines without its marks. */
export const toPlain = (markdown: string): string =>
  markdown
    .replaceAll(/^#+ /gm, '')
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/`([^`\n]+)`/g, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()
