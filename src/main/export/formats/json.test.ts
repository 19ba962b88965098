import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Cell } from '../../../shared/tables/column.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import {
  bytesOf,
  naughtyColumns,
  naughtyRows,
  naughtyTable,
  provenance,
  toTable,
} from './testing/naughtyTable.ts'
import { hasPython, pythonReads } from './testing/otherReaders.ts'
import { writers } from './writers.ts'

const folder = newFileFolder()

const names = naughtyColumns.map(({ name }) => name)
/** Pairs keep the order, and names such as `__proto__`. */
const pairs = naughtyRows.map((row) => row.map((cell, index) => [names[index], cell]))
const toPairs = (row: object): [string, Cell][] =>
  names.map((name) => [name, Object.getOwnPropertyDescriptor(row, name)?.value])
const orderedPairs =
  'import json,sys;text=open(sys.argv[1],encoding="utf-8",newline="").read();' +
  'sys.stdout.write(json.dumps([json.loads(line,object_pairs_hook=list) for line in text.split("\\n") if line]))'

describe('a table as json', () => {
  it('is one document with its columns, its provenance and all its rows', async () => {
    const document = JSON.parse((await bytesOf(writers.json, naughtyTable())).toString('utf8'))
    expect(document.schema).toEqual({ name: 'naughty', columns: naughtyColumns, provenance })
    expect(document.rows.map(toPairs)).toEqual(pairs)
  })

  it('has an empty list of rows if there are none', async () => {
    const bytes = await bytesOf(writers.json, toTable(naughtyColumns, []))
    expect(JSON.parse(bytes.toString('utf8')).rows).toEqual([])
  })
})

describe('a table as jsonl', () => {
  it('has one object per line, with every column in it', async () => {
    const lines = (await bytesOf(writers.jsonl, naughtyTable())).toString('utf8').split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => toPairs(JSON.parse(line)))).toEqual(pairs)
  })

  it('reads back with Python with the columns in order', async ({ skip }) => {
    if (!hasPython()) skip('skipped: no Python')
    const path = join(folder, 'naughty.jsonl')
    writeFileSync(path, await bytesOf(writers.jsonl, naughtyTable()))
    expect(pythonReads(orderedPairs, path)).toEqual(pairs)
  })

  it('writes the same whether or not names look like numbers', async () => {
    const plain = naughtyColumns.filter(({ name }) => name !== '10050')
    const rows = naughtyRows.map((row) => row.slice(0, -1))
    const lines = (await bytesOf(writers.jsonl, toTable(plain, rows))).toString('utf8').trim().split('\n')
    const all = (await bytesOf(writers.jsonl, naughtyTable())).toString('utf8').trim().split('\n')
    expect(lines).toEqual(all.map((line) => line.replace(/,"10050":""\}$/, '}')))
  })

  it('distinguishes missing values, empty texts and 0', async () => {
    const three = naughtyColumns.slice(0, 3)
    const bytes = await bytesOf(writers.jsonl, toTable(three, [['', null, 0], [null]]))
    expect(bytes.toString()).toBe(
      '{"text":"","number":null,"whole":0}\n{"text":null,"number":null,"whole":null}\n',
    )
  })

  it('is empty if there are no rows', async () => {
    expect(await bytesOf(writers.jsonl, toTable(naughtyColumns, []))).toHaveLength(0)
  })
})
