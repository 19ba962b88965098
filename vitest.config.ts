import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The tests start our own source in hundreds of processes and threads, which then strip and compile it once only.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** What hangs is ended; what a busy computer takes its time for is not. */
const limits = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
}

const client = join(import.meta.dirname, 'src/renderer/client')
/** Tests of the page have no host: they set its answers. */
const withFakeHost = {
  name: 'fake-host',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    importer && resolve(dirname(importer), source) === join(client, 'host.ts')
      ? join(client, 'testing/fakeHost.ts')
      : null,
}

// What needs a page ends in .tsx; what does not is quicker without one.
const pageTests = globSync('src/renderer/**/*.test.tsx', { cwd: import.meta.dirname })
const isolated = pageTests.filter(
  (file) =>
    dirname(file) === 'src/renderer/client' ||
    /vi\.(mock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)
const renderer = {
  env: { NODE_ENV: 'production' },
  environment: 'jsdom',
  setupFiles: ['src/renderer/testSetup.ts', 'src/shared/words/testing/messageEquality.ts'],
  ...limits,
}

export default defineConfig({
  test: {
    // One more than there are processors: many tests wait for processes, disks and clocks.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins: [withFakeHost],
        test: {
          name: 'node',
          environment: 'node',
          // No module of main keeps state of its own, so the files can share them; none of them may use vi.mock.
          isolate: false,
          include: ['src/**/*.test.ts', 'lint/**/*.test.ts'],
          setupFiles: ['src/shared/words/testing/messageEquality.ts'],
          globalSetup: 'scripts/testProcesses.mjs',
          ...limits,
        },
      },
      {
        test: {
          name: 'simulator',
          environment: 'node',
          include: ['e2e/electronSim/**/*.test.ts'],
          setupFiles: ['src/shared/words/testing/messageEquality.ts'],
          ...limits,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic', development: false } },
        plugins: [withFakeHost],
        // The page keeps no state in its modules (pageState.ts), so its tests can share them too.
        test: { ...renderer, name: 'renderer', isolate: false, include: pageTests, exclude: isolated },
      },
      {
        oxc: { jsx: { runtime: 'automatic', development: false } },
        // Each file has a world of its own, but not a process that loads the page's libraries anew.
        test: { ...renderer, name: 'renderer-isolated', pool: 'vmForks', include: isolated },
      },
    ],
  },
})
