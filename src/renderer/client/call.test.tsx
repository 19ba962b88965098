import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Reply } from '../../shared/contract/failures.ts'
import { FailureNotice } from '../ui/feedback/Feedback.tsx'
import { call, useCall } from './call.ts'
import { adoptFile } from './files.ts'
import { createQueryClient } from './queryClient.ts'

const host = vi.hoisted(() => ({ reply: async (): Promise<unknown> => ({ ok: true, value: null }) }))
vi.mock('./host.ts', () => ({
  transport: {
    call: () => host.reply(),
    adopt: () => host.reply(),
    listen: () => () => undefined,
    whenDisconnected: () => () => undefined,
    whenReconnected: () => () => undefined,
  },
}))
afterEach(() => {
  host.reply = async () => ({ ok: true, value: null }) satisfies Reply<null>
})

const gone = () => Promise.reject(new Error('reply was never sent'))

function Status() {
  const { failure } = useCall('app.status', {})
  return failure && <FailureNotice failure={failure} />
}

describe('a call to a failing host', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['throws a plain error', gone],
    [
      'throws at once',
      () => {
        throw new TypeError('could not be cloned')
      },
    ],
    ['answers with nothing', async () => undefined],
    ['answers in a form of its own', async () => ({ error: 'forbidden' })],
  ])('is a failure with a sentence where the host %s', async (_, reply) => {
    host.reply = reply
    const failure = { name: 'Failure', code: 'bug', details: { reference: 'page' } }
    await expect(call('app.status', {})).rejects.toMatchObject(failure)
    await expect(call('app.status', {})).rejects.toThrow(/gave no answer.*start Pathclock again/)
    await expect(adoptFile(new File([], 'a.csv'))).rejects.toMatchObject(failure)
  })

  it('is shown by the page, which keeps working', async () => {
    host.reply = gone
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MantineProvider>
          <Status />
        </MantineProvider>
      </QueryClientProvider>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('reply was never sent')
  })
})
