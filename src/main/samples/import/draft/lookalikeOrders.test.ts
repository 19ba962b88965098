import { afterEach, beforeEach, expect, it } from 'vitest'
import { createImportApp } from '../testing/importApp.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => void (app = await createImportApp()))
afterEach(() => app.close())

it.each([
  ['S 1', 'S\u00A01'],
  ['S\u00A01', 'S 1'],
  ['M\u00FCller', 'Mu\u0308ller'],
  ['Mu\u0308ller', 'M\u00FCller'],
])(
  'a name that looks like one ordered before is warned of, and sent as another sample (%j, %j)',
  async (before, now) => {
    await app.send((await app.check(app.save('a.csv', `id\n${before}\n`))).draftId)
    const { check, draftId } = await app.check(app.save('b.csv', `id\n${now}\nX\n`))
    expect(check).toMatchObject({ valid: 2, duplicates: 0 })
    expect(check.problems.filter(({ rule }) => rule === 'same-look')).toMatchObject([
      {
        row: 2,
        column: 'id',
        value: now,
        severity: 'warning',
        message: expect.stringContaining('ordered before'),
      },
    ])
    await app.send(draftId)
    expect(app.sent()).toHaveLength(3)
  },
)
