import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isFromOwnAccount, ownerOf } from './peerAccount.ts'

const header =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const row = (local: string, remote: string, state: string, uid: number) =>
  `   7: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 81 1 0 20 4 30 10 -1\n`
const connection = {
  localAddress: '127.0.0.1',
  localPort: 0x1f90,
  remoteAddress: '127.0.0.1',
  remotePort: 0xc350,
}
const server = '0100007F:1F90'
const browser = '0100007F:C350'

describe('the account of a connection', () => {
  it('is that of its other end, not ours', () => {
    const table = header + row(server, browser, '01', 1000) + row(browser, server, '01', 1001)
    expect(ownerOf(connection, table)).toBe(1001)
  })

  it.each([
    ['of another port', row('0100007F:C351', server, '01', 1000)],
    ['of another address with the same port', row('0200007F:C350', server, '01', 1000)],
    ['to another server', row(browser, '0100007F:1F91', '01', 1000)],
    ['that was closed, whose account the kernel has forgotten', row(browser, server, '06', 0)],
    ['that is in no table', ''],
    ['in a table that is none', 'Permission denied\n'],
  ])('is unknown for a connection %s', (_what, lines) => {
    expect(ownerOf(connection, header + lines)).toBeNull()
  })

  it('is ours if this process connects, and unknown for an ended connection', async () => {
    const accepted = Promise.withResolvers<Socket>()
    const listening = createServer(accepted.resolve)
    await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
    const { port } = listening.address() as { port: number }
    const client = connect(port, '127.0.0.1')
    const socket = await accepted.promise
    const { localAddress, localPort, remoteAddress, remotePort } = socket
    const ends = { localAddress, localPort, remoteAddress, remotePort }
    expect(await isFromOwnAccount(ends)).toBe(true)
    const closed = new Promise((done) => socket.once('close', done))
    client.destroy()
    socket.end()
    await closed
    // Windows is not checked.
    expect(await isFromOwnAccount(ends)).toBe(process.platform === 'win32')
    await new Promise((done) => listening.close(done))
  })
})
