import { basename, join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles an entry as the app is bundled and returns the file. Node's own TypeScript loading takes 50 MB that users
 * never have.
 */
export async function bundle(entry: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
    ssr: { noExternal: true },
  })
  return join(folder, `${basename(entry, '.ts')}.mjs`)
}
