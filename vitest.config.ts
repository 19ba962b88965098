import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// The tests start our own source in hundreds of processes and threads, which then strip and compile it once only.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** What hangs is ended; what a busy computer takes its time for is not. */
const limits = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
}

export default defineConfig({
  test: {
    // One more than there are processors: many tests wait for processes, disks and clocks.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
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
        test: {
          name: 'renderer',
          env: { NODE_ENV: 'production' },
          environment: 'jsdom',
          // Each file has a world of its own all the same, but not a process that loads the page's libraries anew.
          pool: 'vmForks',
          // What needs a page ends in .tsx; what does not is quicker without one.
          include: ['src/renderer/**/*.test.tsx'],
          setupFiles: ['src/renderer/testSetup.ts', 'src/shared/words/testing/messageEquality.ts'],
          ...limits,
        },
      },
    ],
  },
})
