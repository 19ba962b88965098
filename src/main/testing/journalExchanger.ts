/**
 * Opens the journal of a folder, restores it, or opens all of a profile. The process is killed before its `killAt`-th file
 * change; with 0 it runs to the end. `worker` is the file of the journal's thread.
 */

import '../../shared/words/testing/englishTexts.ts'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import type { Profile } from '../../shared/domain/app/profile.ts'
import { toEnglish } from '../../shared/words/message.ts'

const [kind = 'open', folder = '', backup = '', killAt = '0', worker = ''] = process.argv.slice(2)
const steps: string[] = []

function killAtStep(holder: object, name: string): void {
  const real: unknown = Reflect.get(holder, name)
  if (typeof real !== 'function') throw new Error(`There is no ${name}.`)
  Reflect.set(holder, name, function (this: unknown, ...values: unknown[]): unknown {
    steps.push(name)
    if (steps.length === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(real, this, values)
  })
}

for (const name of ['renameSync', 'rmSync', 'copyFileSync', 'writeFileSync', 'fsyncSync'])
  killAtStep(fs, name)
killAtStep(DatabaseSync.prototype, 'exec')
syncBuiltinESMExports()

const nowMs = Date.UTC(2026, 10, 21, 12)
const notices: string[] = []
const clock = { now: () => nowMs, sleep: async () => undefined }
const { openJournal } = await import('../compose/openJournal.ts')
if (kind === 'restore') {
  const { restoreWorkspace } = await import('../compose/workspaceBackup/restoreWorkspace.ts')
  await restoreWorkspace({ folder, backup, nowMs, service: { address: 'https://s.example', isDemo: false } })
  process.stdout.write(JSON.stringify({ steps }))
} else if (kind === 'stores') {
  const { openStores } = await import('../compose/composeStores.ts')
  const profile = { id: 'p', name: 'P', serviceUrl: 'https://s.example', signIn: 'api-key' } as Profile
  const { answers, close } = await openStores({
    folder,
    profile,
    notice: (text) => notices.push(toEnglish(text)),
    clock,
    workerFile: worker,
  })
  const openSteps = [...steps]
  const { query } = answers
  const count = async (table: 'analyses' | 'scores' | 'clock_values') =>
    (
      await query
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst()
    )?.n
  const counts = [await count('analyses'), await count('scores'), await count('clock_values')]
  const current = await query.selectFrom('analyses').select('analysis_id').where('current', '=', 1).execute()
  await close()
  process.stdout.write(JSON.stringify({ steps: openSteps, counts: [...counts, current.length], notices }))
} else {
  const { journal } = await openJournal({ folder, clock, notice: (text) => notices.push(toEnglish(text)) })
  const openSteps = [...steps]
  const rows = await journal.query.selectFrom('ledger').select('client_reference').execute()
  await journal.close()
  process.stdout.write(JSON.stringify({ steps: openSteps, orders: rows.length, notices }))
}
