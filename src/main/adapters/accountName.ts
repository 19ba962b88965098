import { userInfo } from 'node:os'

/** The name of the account on this computer; null where the system does not tell. */
export function accountName(): string | null {
  try {
    return userInfo().username || null
  } catch {
    return null
  }
}
