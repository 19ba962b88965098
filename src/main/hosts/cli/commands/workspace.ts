import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RestoreTarget, WorkspaceBackup } from '../../../../shared/domain/app/appData.ts'
import { isSameService } from '../../../../shared/domain/app/profile.ts'
import { inApp, openFile, plainAddress, withApp } from '../app.ts'
import { counted, pick } from '../output/output.ts'
import type { CommandSpec, OpenedApp, Run } from '../program/command.ts'
import { exitCodes, UsageError } from '../program/exitCodes.ts'
import { isSet } from '../program/values.ts'
import { confirm } from './journal.ts'

export const workspaceBackup: CommandSpec = {
  name: 'workspace backup',
  formerName: 'journal backup',
  takes: '<FILE>',
  group: 'Data',
  options: () => ['--with-drug-cache'],
  examples: [
    'workspace backup /backups/lab.pathclock-backup',
    'workspace backup lab.pathclock-backup --with-drug-cache --json',
  ],
  run: inApp(async ({ call, output, run, saveAt }) => {
    const path = resolve(run.operands[0] ?? '')
    const { fileId } = saveAt(path)
    const backup = await call('workspace.backup', {
      fileId,
      withDrugCache: isSet(run.values, 'with-drug-cache'),
    })
    const members = pick(backup, 'rows', 'results', 'sizeBytes', 'madeAt', 'profile', 'service')
    output.summary({ file: path, ...members })
    output.print(
      `${counted(backup.rows, 'row')} and ${counted(backup.results, 'result')} in ${path}, read back after writing.`,
    )
  }),
}

export const workspaceRestore: CommandSpec = {
  name: 'workspace restore',
  formerName: 'journal restore',
  takes: '<FILE>',
  group: 'Data',
  options: () => ['--yes', '--other-service'],
  examples: [
    'workspace restore /backups/lab.pathclock-backup',
    'workspace restore lab.pathclock-backup --yes --profile lab',
  ],
  run: (run) =>
    withApp(
      run,
      async (app) => {
        const { fileId } = await openFile(app)
        const profileId = await findProfileId(app)
        const request = { fileId, ...(profileId === undefined ? {} : { profileId }) }
        const backup = await app.call('workspace.verify', request)
        const otherService = isSet(run.values, 'other-service')
        refuseOtherService(run, backup, otherService)
        await confirm(run, questionOf(backup))
        const restored = await app.callAnyway('workspace.restore', { ...request, otherService })
        const { rows, results, doubtful, missing, savedAs, profile } = restored
        run.output.summary({
          ...pick(restored, 'profile', 'rows', 'results', 'doubtful', 'missing', 'savedAs'),
          made_at: backup.madeAt,
        })
        run.output.print(
          `${counted(rows, 'row')} and ${counted(results, 'result')} restored in the profile “${profile}”. Read it with --profile "${profile}"; to send requests, sign in again with login.`,
        )
        if (savedAs.length > 0) run.output.print(`The replaced files are saved as ${savedAs.join(', ')}.`)
        if (doubtful > 0)
          run.output.warn(
            `${counted(doubtful, 'order')} of the backup may have been placed since: they are now of unknown outcome.`,
          )
        if (missing > 0)
          run.output.warn(
            `${counted(missing, 'row')} are only in the journal that was replaced: notes, studies or lists.`,
          )
        return doubtful > 0 ? exitCodes.someRowsFailed : exitCodes.done
      },
      // A copy of a journal does not name its profile.
      { ownProfile: !isJournalCopy(resolve(run.operands[0] ?? '')) },
    ),
}

/** Returns the profile of `--profile`, or the only one of `--service`. */
async function findProfileId({ call, run: { globals } }: OpenedApp): Promise<string | undefined> {
  const { profiles } = await call('app.status', {})
  if (globals.profile !== undefined) {
    const found = profiles.find(({ name }) => name === globals.profile)
    if (found) return found.id
    if (profiles.length === 0) return undefined
    throw new UsageError(
      `There is no profile "${globals.profile}". Profiles here: ${profiles.map(({ name }) => name).join(', ')}.`,
    )
  }
  if (globals.service === undefined) return undefined
  const serviceUrl = plainAddress(globals.service)
  const sameService = profiles.filter(
    (profile) =>
      profile.signIn !== 'capsule' && URL.canParse(serviceUrl) && isSameService(profile, { serviceUrl }),
  )
  return sameService.length === 1 ? sameService[0]?.id : undefined
}

function isJournalCopy(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(16)
    return readSync(file, start) === 16 && start.toString('latin1') === 'SQLite format 3\0'
  } finally {
    closeSync(file)
  }
}

function refuseOtherService(
  { globals }: Run,
  { service, name, target }: WorkspaceBackup & { target: RestoreTarget },
  isConfirmed: boolean,
): void {
  if (isConfirmed) return
  const named = globals.service === undefined ? null : originOf(globals.service)
  const expected = named !== null && service !== null && named !== service ? named : null
  const other = target.isOtherService ? target.service : expected
  if (other === null) return
  throw new UsageError(
    `“${name}” is a backup of ${service ?? 'another service'}, and not of ${other}. If it is the same service at another address, add --other-service. Nothing changed.`,
  )
}

function originOf(address: string): string {
  const plain = plainAddress(address)
  return URL.canParse(plain) ? new URL(plain).origin : plain
}

function questionOf({ madeAt, rows, results, target }: WorkspaceBackup & { target: RestoreTarget }): string {
  const what = `the backup${madeAt === null ? '' : ` of ${madeAt}`} (${counted(rows, 'row')}, ${counted(results, 'result')})`
  return target.isNew
    ? `Restore ${what} as the new profile “${target.name}”? [y/N] `
    : `Restore ${what} into the profile “${target.name}”, and move its journal aside? [y/N] `
}
