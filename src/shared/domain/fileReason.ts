/** What the system's errors about a file mean, as the end of a sentence: `it does not exist`. */
const reasons: Record<string, string> = {
  ENOENT: 'it does not exist (it may have been moved or renamed)',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'this account does not have the permission (check the permissions of the file and of its folder)',
  EPERM: 'this account may not change it',
  EBUSY: 'another program is using it',
  EISDIR: 'it is a folder',
  EEXIST: 'there is a file of that name',
  ENODEV: 'it is no file but a pipe or a device',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'its name is too long',
}

/** Why the system refused a file. `error`: as `node:fs` throws it. */
export function fileReason(error: unknown): string {
  const code = (error as { code?: string } | null | undefined)?.code ?? 'an unknown error'
  return reasons[code] ?? `the system answered ${code}`
}
