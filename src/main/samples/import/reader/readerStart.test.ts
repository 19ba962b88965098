import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const worker = pathToFileURL(join(import.meta.dirname, 'runReader.ts')).href

/** Prints the packages that are loaded with the worker. */
const program = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({ resolve(name, context, next) {
    const { url } = next(name, context)
    const found = /node_modules\\/([^/]+)/.exec(url)
    if (found) packages.add(found[1])
    return { url, shortCircuit: true }
  } })
  await import('${worker}')
  console.log(JSON.stringify([...packages].sort()))`

it('the thread that reads files begins without any package', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(JSON.parse(stdout)).toEqual([])
})
