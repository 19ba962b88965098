/** Real disks that refuse, for tests of what the app does then. Each gives null where this computer cannot make one. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A way to run a command on the disk: a prefix for it, and the user id it runs as. */
export type OnDisk = { prefix: string[]; uid?: number }

const kib = 1024

/**
 * Mounts a separate in-memory file system at `folder`. Works only where tests may mount, as root in most containers.
 */
export function mountSmallDisk(folder: string, sizeKib: number) {
  const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0
  if (process.platform !== 'linux' || !mount('-t', 'tmpfs', '-o', `size=${sizeKib}k`, 'none', folder))
    return null
  return {
    resize(newKib: number): void {
      if (!mount('-o', `remount,size=${newKib}k`, folder)) throw new Error('The disk could not be resized.')
    },
    unmount: (): void => void spawnSync('umount', ['-l', folder]),
  }
}

/** Limits the size of any file: a write beyond the limit is cut short and refused. */
export function limitFiles(sizeKib: number): OnDisk | null {
  if (process.platform === 'win32') return null
  // The unit of the shell's own limit is 512 bytes.
  return { prefix: ['sh', '-c', `ulimit -f ${(sizeKib * kib) / 512}; exec "$@"`, 'sh'] }
}

/** The id of an unprivileged user, since file permissions do not bind the superuser. */
const nobody = 65_534

/**
 * Runs commands as a user bound by `chmod`; null if there is none. `tries`: a command that must succeed as that user.
 */
export function asPlainUser(tries: string[]): OnDisk | null {
  if (process.platform === 'win32') return null
  if (process.getuid?.() !== 0) return { prefix: [] }
  const [command = '', ...args] = tries
  return spawnSync(command, args, { uid: nobody, gid: nobody }).status === 0
    ? { prefix: [], uid: nobody }
    : null
}

/** Gives a folder and all in it to the user of `on`. */
export function giveTo({ uid }: OnDisk, folder: string): void {
  if (uid === undefined) return
  chownSync(folder, uid, uid)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) giveTo({ prefix: [], uid }, path)
    else chownSync(path, uid, uid)
  }
}

/** Takes the right to write from a folder and all in it, or gives it back. */
export function setWritable(folder: string, isWritable: boolean): void {
  if (isWritable) chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) setWritable(path, isWritable)
    else chmodSync(path, isWritable ? 0o600 : 0o400)
  }
  if (!isWritable) chmodSync(folder, 0o500)
}
