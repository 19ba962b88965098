import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AppStatus } from '../../shared/contract/state.ts'
import type { JournalStatus } from '../../shared/domain/journal.ts'

type Data = {
  status: AppStatus
  /** The open profile's folder and journal; null where none is open. */
  open: { folder: string; journal: JournalStatus } | null
}

const databaseNames = ['journal.db', 'answers.db', 'cache.db', 'drugs.db']

/** How sound and how large the kept data is; no name, address or identifier of it. */
export function toDataText({ status, open }: Data): string {
  const { profile, profiles, signedIn, online, offlineSwitch, secrets, quota } = status
  const lines = [
    `profiles: ${profiles.length}`,
    `open profile: ${profile ? profile.signIn : 'none'}`,
    `signed in: ${signedIn}`,
    `service reached: ${online}`,
    `offline switch: ${offlineSwitch}`,
    `credentials kept in: ${secrets.kind}`,
    `requests left: ${quota ? `${quota.left} of ${quota.limit} in ${quota.windowMs} ms, ${quota.queued} wait` : 'no service'}`,
    `notices of this run: ${status.notices.length}`,
    ...(open ? [...toJournalLines(open.journal), ...toSizes(open.folder)] : []),
  ]
  return `${lines.join('\n')}\n`
}

const toJournalLines = ({ rows, damagedRows, backups, lastBackup, verified }: JournalStatus): string[] => [
  `journal rows: ${rows}`,
  `journal rows found damaged: ${damagedRows}`,
  `journal backups: ${backups}`,
  `last backup: ${lastBackup ? toTime(lastBackup.at) : 'none'}`,
  `read through in this run: ${verified ? `${verified.findings.length} findings in ${verified.rows} rows` : 'no'}`,
]

const toTime = (at: string): string => (Number.isNaN(Date.parse(at)) ? 'unknown' : new Date(at).toISOString())

/** The databases, and how many were set aside as damaged. */
function toSizes(folder: string): string[] {
  const names = readdirSync(folder)
  const files = databaseNames.flatMap((name) => [name, `${name}-wal`]).filter((name) => names.includes(name))
  const quarantinedCount = names.filter((name) => name.includes('.damaged-')).length
  return [
    ...files.map((name) => `${name}: ${statSync(join(folder, name)).size} bytes`),
    `databases set aside as damaged: ${quarantinedCount}`,
  ]
}
