/** Runs first inside a simulated utility process: provides Electron's `process.parentPort` in place of Node's IPC. */
import { EventEmitter } from 'node:events'

const port = new EventEmitter()
const send = process.send?.bind(process)
Object.assign(process, {
  type: 'utility',
  parentPort: Object.assign(port, {
    postMessage: (message: unknown) => send?.(structuredClone(message)),
    start: () => undefined,
  }),
})
process.on('message', (data) => port.emit('message', { data, ports: [] }))
process.on('disconnect', () => process.exit())
delete process.send
