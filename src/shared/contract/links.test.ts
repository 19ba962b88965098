import { describe, expect, it } from 'vitest'
import { maxIdLength } from '../domain/samples/sample.ts'
import { isLink, parseLink, toLink } from './links.ts'

describe('a link', () => {
  it('leads to a screen, and to the item that it opens there', () => {
    expect(parseLink('pathclock://drugs')).toEqual({ path: '/library/drugs', search: {} })
    expect(parseLink('pathclock://drugs/')).toEqual({ path: '/library/drugs', search: {} })
    expect(parseLink('pathclock://drugs/D-1')).toEqual({ path: '/library/drugs', search: { drug: 'D-1' } })
    expect(parseLink('PATHCLOCK://Samples/S1/')).toEqual({
      path: '/study/all/samples',
      search: { sample: 'S1' },
    })
    expect(parseLink('pathclock://results/S1')).toEqual({
      path: '/study/all/explore/table',
      search: { sample: 'S1' },
    })
    expect(parseLink('pathclock://screening/T1')).toEqual({
      path: '/activity/screenings',
      search: { task: 'T1' },
    })
  })

  it.each(['a/b', '50%', '?x=1&y', '#', 'a b', '样本 1', '😀', 'a..b', '.a', '"', "';--"])(
    'restores the id %s unchanged',
    (id) => {
      const link = toLink('samples', id)
      expect(link).toMatch(/^pathclock:\/\/samples\/[\w%.!~*'()-]+$/)
      expect(parseLink(link ?? '')).toEqual({ path: '/study/all/samples', search: { sample: id } })
    },
  )

  it.each([
    '',
    'pathclock:',
    'pathclock://',
    'pathclock:drugs/D1',
    'pathclock:///drugs',
    'pathclock://settings',
    'pathclock://import/file',
    'pathclock://connect?serviceUrl=https://evil.example',
    'pathclock://drugs/D1?theme=dark',
    'pathclock://drugs/D1#x',
    'pathclock://drugs/a/b',
    'pathclock://user:secret@drugs/D1',
    'pathclock://drugs:80/D1',
    'pathclock://drugs/%E0%A4%A',
    'pathclock://drugs/%00',
    'pathclock://drugs/a%0Ab',
    'pathclock://drugs/a%E2%80%AEb',
    'pathclock://drugs/a%E2%80%A8b',
    'pathclock://drugs/%20',
    'pathclock://drugs/.',
    'pathclock://drugs/..',
    'pathclock://drugs/../',
    'pathclock://drugs/...',
    'pathclock://drugs/%2e',
    'pathclock://drugs/%2E%2e',
    'pathclock://drugs/.%2e/',
    'pathclock://drugs/..%2Fusers%2Fme',
    'pathclock://drugs/a%2F..%2F..%2Fusers',
    'pathclock://drugs/a%5C..%5Cb',
    'pathclock://drugs/%252e%252e',
    'pathclock://drugs/%25252e',
    'pathclock://drugs/%252500',
    'pathclock://drugs/%252e%252e%252fusers',
    'pathclock://drugs\\D1',
    'pathclock://@drugs/D1',
    'pathclock://drugs@evil.example/D1',
    'pathclock://drugs.evil.example/D1',
    'pathclock://drugs%2f/D1',
    'pathclock://ſamples/S1',
    'pathclock://ｄrugs/D1',
    'pathclock://drugs/D1/../../samples/S1',
    'pathclock://drugs/D1%',
    `pathclock://drugs/${'%25'.repeat(900)}`,
    `pathclock://drugs/${'样'.repeat(301)}`,
    `pathclock://drugs/${'a'.repeat(1_000_000)}`,
    `pathclock://drugs/${'a'.repeat(301)}`,
    `pathclock://drugs/${'%61'.repeat(2000)}`,
    'pathclock://constructor/x',
    'pathclock://__proto__/x',
    ' pathclock://drugs/D1',
    'https://drugs/D1',
    'javascript:alert(1)',
  ])('is rejected if it leads nowhere: %j', (link) => expect(parseLink(link)).toBeNull())

  it('is not made for an id that it could not restore', () => {
    expect(toLink('drugs', '')).toBeNull()
    expect(toLink('drugs', 'a\u202eb')).toBeNull()
    for (const id of ['.', '..', '../x', '%2e%2e', ' ']) expect(toLink('drugs', id)).toBeNull()
    expect(toLink('drugs', '\ud800')).toBeNull()
    expect(toLink('drugs', 'a'.repeat(maxIdLength))).not.toBeNull()
    expect(toLink('drugs', 'a'.repeat(maxIdLength + 1))).toBeNull()
  })

  it('is recognized by its scheme', () => {
    expect(isLink('pathclock://x')).toBe(true)
    expect(isLink('Pathclock:x')).toBe(true)
    expect(isLink('cohort.csv')).toBe(false)
  })
})
