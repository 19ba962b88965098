/** The end of the name of a capsule's file. */
export const capsuleExtension = 'pathclock'

/** Endings of tables that are imported, without the dot. */
export const tableExtensions = ['csv', 'tsv', 'txt', 'xlsx']

/** What a file is by its name; null for one that the app does not open. */
export function kindOfFile(name: string): 'table' | 'capsule' | null {
  const [, extension = ''] = /\.([^./\\]+)$/.exec(name.toLowerCase()) ?? []
  if (extension === capsuleExtension) return 'capsule'
  return tableExtensions.includes(extension) ? 'table' : null
}
