import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Message, toEnglish } from '../../shared/words/message.ts'
import { openResults } from './composeResults.ts'
import { resultsFile } from './dataFiles.ts'

let folder: string
let notices: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-results-'))
  notices = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the results, runs `work` and returns its result, the number of screenings and `isReplaced`. */
async function withResults(addTask?: string) {
  const notice = (text: Message) => void notices.push(toEnglish(text))
  const { answers, isReplaced } = await openResults({ folder, notice })
  if (addTask !== undefined)
    await answers.query
      .insertInto('screening_results')
      .values({ task_id: addTask, raw: '{}', hits: '[]', fetched_at: '2026-01-01' })
      .execute()
  const tasks = await answers.query.selectFrom('screening_results').select('task_id').execute()
  await answers.close()
  return { isReplaced, tasks: tasks.map((row) => row.task_id) }
}

const damagedName = 'answers.db.damaged-2026-01-01T00-00-00-000Z'
const moveAside = () => renameSync(resultsFile(folder), join(folder, damagedName))

describe('results whose copy was cut off', () => {
  it('are copied by the next start if the process ended after the quarantine', async () => {
    await withResults('T1')
    moveAside()
    expect(await withResults()).toEqual({ isReplaced: true, tasks: ['T1'] })
    expect(notices).toEqual([expect.stringContaining(damagedName)])
    expect(await withResults()).toEqual({ isReplaced: false, tasks: ['T1'] })
    expect(notices).toHaveLength(1)
  })

  it('are copied by the next start if the process ended before the copy was complete', async () => {
    await withResults('T1')
    moveAside()
    // The new file was created, with part of the rows.
    const aside = join(folder, `elsewhere-${damagedName}`)
    renameSync(join(folder, damagedName), aside)
    await withResults('T2')
    renameSync(aside, join(folder, damagedName))
    writeFileSync(`${resultsFile(folder)}.copying`, damagedName)
    const { isReplaced, tasks } = await withResults()
    expect(isReplaced).toBe(true)
    expect(tasks.toSorted()).toEqual(['T1', 'T2'])
    expect(readdirSync(folder).filter((name) => name.endsWith('.copying'))).toEqual([])
    expect((await withResults()).isReplaced).toBe(false)
  })
})
