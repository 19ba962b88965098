import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // By default one processor is left idle; with two, that is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'src/{shared,main,preload,demoService}/**/*.test.ts',
            'e2e/electronSim/**/*.test.ts',
            'lint/*.test.ts',
          ],
          testTimeout: 20_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['src/renderer/testSetup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
