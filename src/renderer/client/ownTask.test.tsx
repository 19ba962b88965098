import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useComputed } from './ownTask.ts'

afterEach(() => vi.unstubAllGlobals())

it('computes in its own task, once for each input, and keeps the former result meanwhile', async () => {
  const tasks: (() => void)[] = []
  vi.stubGlobal('scheduler', { postTask: async (task: () => void) => tasks.push(task) })
  const runTasks = () =>
    act(() => {
      for (const task of tasks.splice(0)) task()
    })
  const compute = vi.fn(({ name }: { name: string }) => name.toUpperCase())
  const Result = ({ input }: { input: { name: string } }) => {
    const computed = useComputed(input, compute)
    return <p>{computed ? `${computed.result} of ${computed.of.name}` : 'none'}</p>
  }
  const [first, skipped, last] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
  const { rerender } = render(<Result input={first} />)
  expect(screen.getByText('none')).toBeTruthy()
  runTasks()
  await screen.findByText('A of a')

  rerender(<Result input={skipped} />)
  rerender(<Result input={last} />)
  rerender(<Result input={last} />)
  expect(screen.getByText('A of a')).toBeTruthy()
  runTasks()
  await screen.findByText('C of c')
  expect(compute.mock.calls.map(([{ name }]) => name)).toEqual(['a', 'c'])
})
