type Formula = { terms: readonly { field: string }[]; interaction?: readonly string[] | null | undefined }

/** Returns a model in R's syntax, such as `~ group * sex + age`. */
export function formulaOf({ terms, interaction }: Formula): string {
  const written = (name: string) => (/^[A-Za-z.][\w.]*$/.test(name) ? name : `\`${name}\``)
  const product = interaction ? [interaction.map(written).join(' * ')] : []
  const others = terms.flatMap(({ field }) => (interaction?.includes(field) ? [] : [written(field)]))
  return `~ ${[...product, ...others].join(' + ')}`
}

/** Quotes a name with a character that has a meaning in contrasts. */
export const quoteName = (name: string): string =>
  /[-−:="]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
