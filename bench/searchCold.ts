/**
 * Opens a cache, asks, and tells how long both took and how much memory many answers need. Opening reads files below
 * 64 MB through for damage, which is no matter of the search.
 */
import { openOurs } from './search/ours.ts'

const file = process.argv[2] ?? ''
const startMb = process.memoryUsage().rss / 1e6
const start = performance.now()
const ours = await openOurs(file)
const openMs = performance.now() - start
await ours.search('rapa')
const firstMs = performance.now() - start - openMs
const letters = 'abcdefghijklmnopqrstuvwxyz'
for (let index = 0; index < 500; index++) {
  const [first, second, third] = [index, index * 7 + 3, index * 3 + 1].map(
    (letterIndex) => letters[letterIndex % 26],
  )
  await ours.search(`${first}${second}${index % 2 === 0 ? third : ''}`)
}
process.stdout.write(JSON.stringify({ openMs, firstMs, startMb, memoryMb: process.memoryUsage().rss / 1e6 }))
await ours.close()
