import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { readPasted, redirectProblem } from './signInFlow.ts'

const redirectUri = 'http://127.0.0.1:4711/oauth/callback'
const expected = { redirectUri, state: 's-1' }
const problem = (address: string) => redirectProblem(new URL(address), expected)

describe('a redirect address from the sign-in page', () => {
  it.each([`${redirectUri}?code=c&state=s-1`, `${redirectUri}?error=access_denied&state=s-1`])(
    'is accepted: %s',
    (address) => expect(problem(address)).toBeNull(),
  )

  it.each([
    ['http://127.0.0.1:4712/oauth/callback?code=c&state=s-1', 'begins with'],
    ['https://127.0.0.1:4711/oauth/callback?code=c&state=s-1', 'begins with'],
    ['http://localhost:4711/oauth/callback?code=c&state=s-1', 'begins with'],
    [`${redirectUri}/x?code=c&state=s-1`, 'begins with'],
    [redirectUri, 'no response'],
    [`${redirectUri}?state=s-1`, 'no response'],
    [`${redirectUri}?code=&state=s-1`, 'no response'],
    [`${redirectUri}?code=a&code=b&state=s-1`, 'no response'],
    [`${redirectUri}?code=c`, 'another sign-in'],
    [`${redirectUri}?code=c&state=s-2`, 'another sign-in'],
    [`${redirectUri}?code=c&state=s-1&state=s-2`, 'another sign-in'],
  ])('is refused: %s', (address, why) => expect(toEnglish(problem(address)!)).toContain(why))

  it('may contain line breaks when it is pasted', () => {
    expect(readPasted(` ${redirectUri}?code=c\n&state=\r\n s-1 \n`)?.href).toBe(
      `${redirectUri}?code=c&state=s-1`,
    )
    expect(readPasted('code=c')).toBeNull()
  })
})
