import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { promisify } from 'node:util'

/** The two ends of a connection, as `net.Socket` names them: `remote` is the browser's. */
export type Connection = {
  localAddress?: string | undefined
  localPort?: number | undefined
  remoteAddress?: string | undefined
  remotePort?: number | undefined
}

/** Whether the browser at the other end of a connection on this computer runs under the account that runs Pathclock. */
export type IsOwnAccount = (connection: Connection) => Promise<boolean>

const rootUid = 0
const lsofTimeoutMs = 10_000

/**
 * Asks the system whose connection it is; what cannot be found out is no. Windows shows the arguments of a process to
 * its own account and to administrators only, so that nobody else can have read there what this guards.
 */
export const isFromOwnAccount: IsOwnAccount = async (connection) => {
  const uid = process.getuid?.()
  if (uid === undefined) return true
  if (process.platform !== 'linux') return isListedByLsof(connection)
  const owner = ownerOf(connection, await readFile('/proc/net/tcp', 'utf8').catch(() => ''))
  // Root reads every account's memory anyway, and WSL passes on what a browser of Windows sends as root.
  return owner === uid || owner === rootUid
}

/** The uid of the process at the remote end, in the text of `/proc/net/tcp`; null where no open connection is that one. */
export function ownerOf(
  { localAddress, localPort, remoteAddress, remotePort }: Connection,
  table: string,
): number | null {
  // Its own end is the remote one here.
  const ends = [toTableAddress(remoteAddress, remotePort), toTableAddress(localAddress, localPort)]
  const established = '01'
  for (const line of table.split('\n')) {
    const [, local, remote, state, , , , uid] = line.trim().split(/\s+/)
    if (local === ends[0] && remote === ends[1] && state === established && /^\d+$/.test(uid ?? ''))
      return Number(uid)
  }
  return null
}

/** As the kernel writes it: an IPv4 address as a number of the machine's byte order, and the port, in hex. */
function toTableAddress(address = '', port = 0): string {
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  const hex = (endianness() === 'LE' ? bytes.reverse() : bytes).join('')
  return `${hex}:${port.toString(16).padStart(4, '0')}`.toUpperCase()
}

/** lsof shows an account the connections of its own processes only. */
async function isListedByLsof({
  localAddress,
  localPort,
  remoteAddress,
  remotePort,
}: Connection): Promise<boolean> {
  const args = ['-nP', '-a', '-u', String(process.getuid?.()), `-iTCP@${remoteAddress}:${remotePort}`, '-Fn']
  const { stdout } = await promisify(execFile)('/usr/sbin/lsof', args, { timeout: lsofTimeoutMs }).catch(
    () => ({ stdout: '' }),
  )
  return stdout.split('\n').includes(`n${remoteAddress}:${remotePort}->${localAddress}:${localPort}`)
}
