import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Chart } from 'chart.js'
import { describe, expect, it } from 'vitest'
import { listTargets, type Targets } from '../../../figures/frame/drawing.ts'
import { renderInPage } from '../testing/renderInPage.tsx'
import { toggleSelection } from './Chart.tsx'
import { Pointable } from './Pointable.tsx'

const canvas = document.createElement('canvas')
const chart = { canvas, width: 400, height: 300 } as Chart

const names = ['mTOR', 'AMPK <b>', 'p53'].map((title, index) => ({ title, index }))
const targets: Targets = {
  ...listTargets(names, {
    describe: ({ title, index }) => ({ title, value: `${index}.000`, lines: ['treated'] }),
    locate: (_, { index }) => ({ x: index * 100, y: 50 }),
    reachPx: 0,
  }),
  hit: (_, { x }) => (x < 300 ? Math.floor(x / 100) : null),
}

function show(onPick?: (index: number, extend: boolean) => void) {
  renderInPage(
    <Pointable
      chart={() => chart}
      targets={targets}
      summary="Activity of three pathways"
      onPick={onPick}
      size={{}}
    >
      <canvas />
    </Pointable>,
  )
  return screen.getByRole('application', { name: 'Activity of three pathways' })
}
const statusText = () => screen.getByRole('status').textContent

describe('a chart with the keyboard', () => {
  it('is reached by Tab and explored with the arrow keys, which announce each point', async () => {
    const user = userEvent.setup()
    const frame = show()
    await user.tab()
    expect(document.activeElement).toBe(frame)
    await user.keyboard('{ArrowRight}')
    expect(statusText()).toBe('mTOR, 0.000, treated')
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(statusText()).toBe('p53, 2.000, treated')
    await user.keyboard('{Home}{ArrowDown}')
    expect(statusText()).toBe('AMPK <b>, 1.000, treated')
  })

  it('stops announcing after Escape, and lets Tab leave', async () => {
    const user = userEvent.setup()
    const frame = show()
    await user.tab()
    await user.keyboard('{End}{Escape}')
    expect(statusText()).toBe('')
    await user.tab()
    expect(document.activeElement).not.toBe(frame)
  })

  it('selects the current point with Enter, and adds to the selection with Shift', async () => {
    const user = userEvent.setup()
    const picked: [number, boolean][] = []
    show((index, extend) => picked.push([index, extend]))
    await user.tab()
    await user.keyboard('{Enter}')
    expect(picked).toEqual([])
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}{Shift>}{Enter}{/Shift}')
    expect(picked).toEqual([
      [1, false],
      [1, true],
    ])
  })
})

describe('a chart with the pointer', () => {
  it('shows names as text and selects by a click, but not after a drag', async () => {
    const user = userEvent.setup()
    const picked: number[] = []
    const frame = show((index) => picked.push(index))
    await user.pointer({ target: frame, coords: { clientX: 150, clientY: 50 } })
    expect(screen.getByText('AMPK <b>')).toBeTruthy()
    expect(statusText()).toBe('')
    await user.pointer([
      { keys: '[MouseLeft>]', target: frame, coords: { clientX: 150, clientY: 50 } },
      { keys: '[/MouseLeft]', target: frame, coords: { clientX: 152, clientY: 50 } },
    ])
    await user.pointer([
      { keys: '[MouseLeft>]', target: frame, coords: { clientX: 20, clientY: 50 } },
      { keys: '[/MouseLeft]', target: frame, coords: { clientX: 250, clientY: 50 } },
    ])
    expect(picked).toEqual([1])
  })
})

describe('the selection', () => {
  it('is replaced by a pick, cleared by picking its only item, and extended with Shift', () => {
    expect(toggleSelection(new Set(['a']), 'b', false)).toEqual(['b'])
    expect(toggleSelection(new Set(['b']), 'b', false)).toEqual([])
    expect(toggleSelection(new Set(['a', 'b']), 'b', false)).toEqual(['b'])
    expect(toggleSelection(new Set(['a']), 'b', true)).toEqual(['a', 'b'])
    expect(toggleSelection(new Set(['a', 'b']), 'b', true)).toEqual(['a'])
    expect(toggleSelection(undefined, 'a', false)).toEqual(['a'])
  })
})
