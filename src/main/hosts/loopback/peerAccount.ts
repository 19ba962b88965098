import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { promisify } from 'node:util'

/** The two ends of a connection, as named by `net.Socket`: `remote` is the browser's. */
export type Connection = {
  localAddress?: string | undefined
  localPort?: number | undefined
  remoteAddress?: string | undefined
  remotePort?: number | undefined
}

/** Returns true if the browser at the other end of a local connection runs under the account that runs Pathclock. */
export type IsOwnAccount = (connection: Connection) => Promise<boolean>

const rootUid = 0
const lsofTimeoutMs = 10_000

/**
 * Asks the system for the account of the connection. Unknown counts as false. On Windows it returns true: only the same
 * account and administrators can read the arguments of a process, and with them the token that this check protects.
 */
export const isFromOwnAccount: IsOwnAccount = async (connection) => {
  const uid = process.getuid?.()
  if (uid === undefined) return true
  if (process.platform !== 'linux') return isListedByLsof(connection)
  const owner = ownerOf(connection, await readFile('/proc/net/tcp', 'utf8').catch(() => ''))
  // Root can read every account's memory anyway, and WSL forwards requests of a Windows browser as root.
  return owner === uid || owner === rootUid
}

/** Returns the uid of the remote process from the text of `/proc/net/tcp`; null without such a connection. */
export function ownerOf(
  { localAddress, localPort, remoteAddress, remotePort }: Connection,
  table: string,
): number | null {
  // From the other process's view, its own end is local and ours is remote.
  const ends = [toTableAddress(remoteAddress, remotePort), toTableAddress(localAddress, localPort)]
  const established = '01'
  for (const line of table.split('\n')) {
    const [, local, remote, state, , , , uid] = line.trim().split(/\s+/)
    if (local === ends[0] && remote === ends[1] && state === established && /^\d+$/.test(uid ?? ''))
      return Number(uid)
  }
  return null
}

/** Formats an address like the kernel: an IPv4 number in the machine's byte order, and the port, in hex. */
function toTableAddress(address = '', port = 0): string {
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
  const hex = (endianness() === 'LE' ? bytes.reverse() : bytes).join('')
  return `${hex}:${port.toString(16).padStart(4, '0')}`.toUpperCase()
}

/** Asks lsof, which shows an account only the connections of its own processes. */
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
