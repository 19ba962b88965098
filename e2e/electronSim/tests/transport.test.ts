import { vi } from 'vitest'
import { createElectronTransport } from '../../../src/main/hosts/electron/network/transport.ts'
import { describeTransport } from '../../../src/main/testing/transportContract.ts'
import type { BrowserHandlers } from '../messages.ts'

/** Electron's network module in its own simulated world. */
vi.mock('electron', async () => {
  const { createNet } = await import('../main/network.ts')
  const { createWorld } = await import('../main/world.ts')
  const { createPeer } = await import('../peer.ts')
  const silent = { send: () => undefined, onMessage: () => undefined }
  const config = { main: '', args: [], packaged: true, homeFolder: '', dark: false }
  const world = createWorld(config, createPeer<BrowserHandlers>(silent, {}), '')
  world.ready = true
  return { net: createNet(world) }
})

// The simulated `net` is Node's fetch, which fails on an unsolicited 100 Continue. Chromium skips it.
describeTransport('Electron, on the simulation', createElectronTransport, { skipsContinue: false })
