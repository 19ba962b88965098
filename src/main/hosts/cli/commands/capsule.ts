import type { CapsuleCheck, CapsuleProblem } from '../../../../shared/domain/studies/documents.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { openFile, withoutProfile } from '../app.ts'
import { counted, pick } from '../output/output.ts'
import type { CommandSpec, Run } from '../program/command.ts'
import { exitCodes } from '../program/exitCodes.ts'

/** The number of problems shown; more are only counted. */
const shownProblems = 50

export const capsuleVerify: CommandSpec = {
  name: 'capsule verify',
  takes: '<FILE>',
  group: 'Data',
  examples: ['capsule verify study.pathclock', 'capsule verify study.pathclock --json'],
  run: withoutProfile(async (app) => {
    const check = await app.call('capsules.verify', await openFile(app))
    printCheck(app.run, check)
    return check.intact ? exitCodes.done : exitCodes.someRowsFailed
  }),
}

export const capsuleOpen: CommandSpec = {
  name: 'capsule open',
  takes: '<FILE>',
  group: 'Data',
  examples: ['capsule open study.pathclock', 'capsule open study.pathclock --data /tmp/review'],
  run: withoutProfile(async (app) => {
    const { profile: before, notices: shown } = await app.call('app.status', {})
    const { profile, notices } = await app.call('capsules.open', await openFile(app))
    // A later command without a profile name must use the same profile as before.
    if (before && before.id !== profile?.id)
      await app.call('profiles.select', { profileId: before.id, remember: true })
    const { name = '', capsule } = profile ?? {}
    app.output.summary({
      profile: name,
      sha256: capsule?.sha256 ?? null,
      made_at: capsule?.madeAt ?? null,
      application: capsule?.application ?? null,
    })
    for (const notice of notices.slice(shown.length)) app.output.warn(notice)
    app.output.print(`Opened as the read-only workspace “${name}”. Read it with --profile "${name}".`)
  }),
}

const inWords: Record<CapsuleProblem['problem'], string> = {
  changed: 'is not as it was written',
  missing: 'is listed and not there',
  unlisted: 'is there and not listed',
  unsafe: 'has a name, a kind or a size that no file of a capsule has',
  unreadable: 'is not as Pathclock writes it',
  repeated: 'repeats an id that is there already',
}

function printCheck({ output }: Run, check: CapsuleCheck): void {
  const { intact, problems, files, samples, sha256 } = check
  for (const { path, problem, line } of problems)
    output.record({ type: 'problem', path, problem, ...(line === undefined ? {} : { line }) })
  output.summary({
    ...pick(check, 'intact', 'files', 'samples', 'answers', 'sha256', 'sizeBytes'),
    ...pick(check, 'application', 'madeAt', 'services', 'synthetic'),
    problems: problems.length,
    note: check.note && toEnglish(check.note),
  })
  for (const { path, problem, line } of problems.slice(0, shownProblems))
    output.print(`${path}${line === undefined ? '' : `, line ${line},`} ${inWords[problem]}.`)
  if (problems.length > shownProblems) output.print(`and ${problems.length - shownProblems} more`)
  output.print(
    intact
      ? `Intact: ${counted(files, 'file')} of ${counted(samples, 'sample')}, unchanged.`
      : `Damaged: ${counted(problems.length, 'problem')} in ${counted(files, 'listed file')}.`,
  )
  if (check.note) output.warn(check.note)
  if (check.synthetic) output.print('Its data is synthetic.')
  output.print(`${check.application}, ${check.madeAt}`)
  output.print(`sha256 ${sha256}`)
}
