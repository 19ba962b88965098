import { describe, expect, onTestFinished, test } from 'vitest'
import { openCommandLine, orderElsewhere } from '../../testing/openApp.ts'

/** Sets up the command line with a service that loses the response to every second order. */
async function setUp() {
  const orders = { method: 'POST', path: '^/api/v1/samples$' }
  const faults = [{ match: orders, fault: 'status-after-commit', every: 2 } as const]
  const { call, run, save, service, close } = await openCommandLine({ faults })
  onTestFinished(close)
  const file = await save('cohort.csv', 'sample_name\nA\nB\nC\nD\n')
  const setHonoured = async () => {
    const profileId = (await call('app.status', {})).profile?.id ?? ''
    await call('profiles.change', { profileId, dialect: { idempotency: 'honoured' } })
  }
  /** Places the order at the service until a response arrives. Returns its id. */
  const idOf = (reference: string) => orderElsewhere(service, { client_reference: reference })
  return { run, file, save, service, setHonoured, idOf }
}

const rowOf = (row: number, reference: string) => ({
  row,
  client_reference: reference,
  sent_at: expect.stringMatching(/^\d{4}-/) as string,
  message: expect.stringMatching(/may have been placed/) as string,
})

test('resume lists the orders of unknown outcome when none is left to send, and ends with 1', async () => {
  const { run, file, service } = await setUp()
  const imported = await run('samples', 'import', file, '--yes')
  expect(imported.lines.at(-1)).toMatchObject({ created: 2, unknown: 2 })
  const batch = imported.lines.at(-1)?.['batch']
  const inDoubt = [{ batch, file: 'cohort.csv', unknown: 2, rows: [rowOf(3, 'B'), rowOf(5, 'D')] }]
  const { code, lines, stderr } = await run('samples', 'resume')
  expect(lines.at(-1)).toMatchObject({ batches: [], in_doubt: inDoubt })
  expect(stderr).toMatch(/2 orders of “cohort.csv” \(batch .*\) have an unknown outcome/)
  expect(stderr).toMatch(/line 3: “B”, sent 20.*\n.*line 5: “D”, sent 20/)
  expect(stderr).toContain(`pathclock samples settle ${String(batch)} LINE --as ID (or --not-placed)`)
  expect(code).toBe(1)
  const named = await run('samples', 'resume', String(batch))
  expect(named).toMatchObject({ code: 1 })
  expect(named.lines.at(-1)).toMatchObject({ created: 2, unknown: 2, queued: 0, in_doubt: inDoubt })
  expect(service.summary().orders).toBe(4)
})

test('resume sends orders of unknown outcome again if the service honors their keys', async () => {
  const { run, file, service, setHonoured } = await setUp()
  await run('samples', 'import', file, '--yes')
  await setHonoured()
  const { code, lines } = await run('samples', 'resume')
  expect(lines.at(-1)).toMatchObject({ created: 4, unknown: 0, in_doubt: [] })
  expect(code).toBe(0)
  expect(service.summary().orders).toBe(4)
})

describe('settle', () => {
  /** Sets up a batch whose lines 3 (B) and 5 (D) have an unknown outcome. */
  const doubt = async () => {
    const made = await setUp()
    const imported = await made.run('samples', 'import', made.file, '--yes')
    const batch = String(imported.lines.at(-1)?.['batch'])
    const settle = async (...args: string[]) => {
      const ended = await made.run('samples', 'settle', ...args)
      return { ...ended, summary: ended.lines.at(-1) }
    }
    const resumed = async () => (await made.run('samples', 'resume')).lines.at(-1)
    return { ...made, batch, settle, resumed }
  }

  test('adds the sample of an order that was placed to the register', async () => {
    const { run, batch, settle, idOf } = await doubt()
    const id = await idOf('B')
    const { code, summary } = await settle(batch, '3', '--as', id)
    expect(summary).toEqual({
      type: 'summary',
      batch,
      row: 3,
      client_reference: 'B',
      state: 'created',
      sample_id: id,
      unknown: 1,
      queued: 0,
      journal_uncertain: false,
      service_says: {
        client_reference: 'B',
        status: expect.any(String) as string,
        created_at: expect.any(String) as string,
      },
    })
    expect(code).toBe(0)
    const listed = await run('samples', 'list', id)
    expect(listed.lines[0]).toMatchObject({ sample_id: id, client_reference: 'B', batch })
  })

  test('refuses an id that the service does not know or has for another sample, and names both', async () => {
    const { batch, settle, resumed, idOf } = await doubt()
    const typo = await settle(batch, '3', '--as', 'smp_typo')
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringMatching(/The service has no sample smp_typo/)])
    const other = await settle(batch, '3', '--as', await idOf('D'))
    expect([other.code, other.stderr]).toEqual([2, expect.stringMatching(/as “D”, not as “B”/)])
    expect(await resumed()).toMatchObject({ in_doubt: [{ unknown: 2 }] })
  })

  test('needs --no-check if the service cannot be reached', async () => {
    const { batch, settle } = await doubt()
    const args = [batch, '3', '--as', 'smp_own', '--offline']
    const refused = await settle(...args)
    expect(refused.code).toBe(4)
    expect(refused.stderr).toMatch(/You can settle the order without this check/)
    expect(await settle(...args, '--no-check')).toMatchObject({
      code: 0,
      summary: { state: 'created', sample_id: 'smp_own', service_says: null },
    })
  })

  test('can be undone: the outcome is unknown again, and the sample leaves the register', async () => {
    const { run, batch, settle, idOf, service } = await doubt()
    const id = await idOf('B')
    await settle(batch, '3', '--as', id)
    const undone = await settle(batch, '3', '--undo')
    expect(undone.summary).toMatchObject({ row: 3, state: 'unknown', sample_id: null, unknown: 2 })
    expect((await run('samples', 'list', id)).lines.at(-1)).toMatchObject({ total: 0 })
    await settle(batch, '3', '--not-placed')
    expect((await settle(batch, '3', '--undo')).summary).toMatchObject({ unknown: 2, queued: 0 })
    // It can be settled again, but an order that was sent again cannot be undone.
    await settle(batch, '5', '--not-placed')
    await run('samples', 'resume', batch)
    const late = await settle(batch, '5', '--undo')
    expect([late.code, late.stderr]).toEqual([2, expect.stringMatching(/was sent again since/)])
    expect((await settle(batch, '2', '--undo')).stderr).toMatch(/Line 2 was not settled by you/)
    expect((await settle(batch, '3', '--as', id)).code).toBe(0)
    // The four of the import, B again by `idOf`, and D again by the resume.
    expect(service.summary().orders).toBeGreaterThanOrEqual(4)
  })

  test('reads a file, checks each row, and settles the valid ones', async () => {
    const { run, batch, settle, resumed, idOf, save } = await doubt()
    const id = await idOf('B')
    const lines = [
      'Batch;Line;Outcome;Sample ID;client_reference',
      `${batch};3;placed;${id};B`,
      `${batch};5;not placed;;E`,
      `${batch};9;not placed;;`,
      `${batch};2;placed;smp_1;A`,
      `${batch};;maybe;;`,
      `${batch};4;;;`,
    ]
    const file = ['--file', await save('found.csv', `${lines.join('\n')}\n`)]
    const dry = await settle(...file, '--dry-run')
    const counts = { placed: 1, not_placed: 0, already: 0, undecided: 1, failed: 4 }
    expect(dry.summary).toMatchObject({ rows: 6, ...counts, dry_run: true })
    expect(await resumed()).toMatchObject({ in_doubt: [{ unknown: 2 }] })
    const settled = await settle(...file)
    expect(settled).toMatchObject({ code: 1, summary: counts })
    expect(settled.stderr).toMatch(/Line 3: Line 5 of the batch is “D”, not “E”/)
    expect(settled.stderr).toMatch(/Line 4: .* has no order on line 9/)
    expect(settled.stderr).toMatch(/Line 5: The outcome of line 2 of the batch is known/)
    expect(settled.stderr).toMatch(/Line 6: “maybe” is no outcome/)
    expect((await run('samples', 'list', id)).lines[0]).toMatchObject({ client_reference: 'B', batch })
    expect((await settle(...file)).summary).toMatchObject({ placed: 0, already: 1, failed: 4 })
    expect((await settle(...file, '--undo')).summary).toMatchObject({ undone: 1 })
    expect(await resumed()).toMatchObject({ in_doubt: [{ unknown: 2 }] })
  })

  test('cannot be undone once another import has ordered the sample, which the message names', async () => {
    const { run, batch, settle, save, service } = await doubt()
    await settle(batch, '3', '--not-placed')
    const again = await save('again.csv', 'sample_name\nB\n')
    expect((await run('samples', 'import', again, '--yes')).lines.at(-1)).toMatchObject({ rows: 1 })
    const { orders } = service.summary()
    const { code, stderr } = await settle(batch, '3', '--undo')
    expect([code, stderr]).toEqual([2, expect.stringMatching(/ordered again since.*B: again\.csv, 2 \(/)])
    expect((await run('samples', 'import', again, '--yes')).lines.at(-1)).toMatchObject({ created: 0 })
    expect(service.summary().orders).toBe(orders)
  })

  test('queues an order that was not placed, and resume sends it', async () => {
    const { run, batch, settle, service } = await doubt()
    expect(await settle(batch, '3', '--not-placed')).toMatchObject({
      code: 0,
      summary: { row: 3, state: 'queued', sample_id: null, queued: 1, unknown: 1 },
    })
    const { lines } = await run('samples', 'resume', batch)
    expect(lines.at(-1)).toMatchObject({ created: 3, unknown: 1, in_doubt: [{ rows: [rowOf(5, 'D')] }] })
    expect(service.summary().orders).toBe(4)
  })

  test('needs one outcome per line', async () => {
    const { batch, settle } = await doubt()
    for (const [options, message] of [
      [['--as', 'x', '--not-placed'], /either --as ID, --not-placed or --undo/],
      [[], /either --as ID, --not-placed or --undo/],
      [['--as', ' '], /Name the sample: --as ID/],
      [['--as', '..'], /An id is more than dots/],
    ] as const) {
      const { code, stderr } = await settle(batch, '3', ...options)
      expect([options, code, stderr]).toEqual([options, 2, expect.stringMatching(message)])
    }
  })

  test('refuses nonexistent or settled lines and samples of other orders, and changes nothing', async () => {
    const { run, batch, settle, resumed } = await doubt()
    for (const [made, row, message] of [
      [batch, 'three', /ROW must be a line of the file.*not "three"/],
      [batch, '9', /This batch has no order on line 9/],
      ['none', '3', /This computer has no such import/],
      [batch, '2', /The outcome of line 2 is known/],
    ] as const)
      expect((await settle(made, row, '--not-placed')).stderr).toMatch(message)
    const [first] = (await run('samples', 'list', 'A')).lines
    const taken = await settle(batch, '3', '--as', String(first?.['sample_id']))
    expect(taken.stderr).toMatch(/belongs to “A”. Check the ID/)
    expect(await resumed()).toMatchObject({ in_doubt: [{ unknown: 2 }] })
  })
})

describe('adopting', () => {
  test('an order of unknown outcome settles its row, but a name from the list alone does not', async () => {
    const { run, file, save, idOf } = await setUp()
    const imported = await run('samples', 'import', file, '--yes')
    const batch = String(imported.lines.at(-1)?.['batch'])
    const [ofB, stranger] = [await idOf('B'), await idOf('other')]
    const list = await save('ids.csv', `sample_id,name\n${ofB},a name of the list\n${stranger},D\n`)
    const adopted = await run('samples', 'adopt', list)
    expect(adopted.lines.at(-1)).toMatchObject({ adopted: 2, settled: 1 })
    const { lines } = await run('samples', 'resume')
    expect(lines.at(-1)).toMatchObject({ in_doubt: [{ batch, unknown: 1, rows: [rowOf(5, 'D')] }] })
    const listed = await run('samples', 'list', '--batch', batch)
    expect(listed.lines.slice(0, -1).map((line) => line['client_reference'])).toEqual(['A', 'B', 'C'])
    const again = await run('samples', 'adopt', list)
    expect(again.lines.at(-1)).toMatchObject({ adopted: 0, settled: 0, already: 2 })
  })
})
