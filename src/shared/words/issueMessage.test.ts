import { expect, it } from 'vitest'
import { z } from 'zod'
import { chinese } from './chinese.ts'
import { issueMessage } from './issueMessage.ts'
import { message, translate } from './message.ts'

const input = z
  .object({
    name: z.string().min(2).max(4),
    path: z.string().regex(/^\//, message('service.mustPathSuchApi').key),
    counts: z.array(z.number().int().gt(0)).max(2),
    side: z.enum(['left', 'right']),
    status: z.literal([202, 404]),
    page: z.number().min(1).max(9).multipleOf(2),
    site: z.url(),
  })
  .partial()
  .strict()

const messagesFor = (value: unknown) => input.safeParse(value).error?.issues.map(issueMessage)

it.each([
  [{ name: 'a' }, 'must have at least 2 characters'],
  [{ name: 'abcde' }, 'must have at most 4 characters'],
  [{ name: 1 }, 'must be of the type string'],
  [{ path: 'api' }, 'must be a path such as /api/v1, or empty'],
  [{ counts: [1, 2, 3] }, 'must have at most 2 items'],
  [{ counts: [0] }, 'must be greater than 0'],
  [{ side: 'up' }, 'must be one of: left, right'],
  [{ status: 500 }, 'must be one of: 202, 404'],
  [{ page: 0 }, 'must be at least 1'],
  [{ page: 10 }, 'must be at most 9'],
  [{ page: 3 }, 'must be a multiple of 2'],
  [{ other: 1, more: 2 }, 'has names that are not known: other, more'],
  [{ site: 'x' }, 'is not valid'],
])('the message of an issue of zod says what is wrong with %j, also in Chinese', (value, english) => {
  const found = messagesFor(value)
  expect(found).toEqual([english])
  for (const one of found ?? []) expect(translate(one, chinese)).toMatch(/\p{Script=Han}/u)
})
