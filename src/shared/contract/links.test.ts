import { describe, expect, it } from 'vitest'
import { maxIdLength } from '../domain/samples/sample.ts'
import { isLink, parseLink, toLink } from './links.ts'

describe('a link', () => {
  it('leads to a screen, and to the item that it opens there', () => {
    const paths = {
      'pathclock://drugs': ['/library/drugs', {}],
      'pathclock://drugs/': ['/library/drugs', {}],
      'pathclock://drugs/D-1': ['/library/drugs', { drug: 'D-1' }],
      'PATHCLOCK://Samples/S1/': ['/study/all/samples', { sample: 'S1' }],
      'pathclock://results/S1': ['/study/all/explore/table', { sample: 'S1' }],
      'pathclock://screening/T1': ['/activity/screenings', { task: 'T1' }],
    }
    for (const [link, [path, search]] of Object.entries(paths))
      expect(parseLink(link)).toEqual({ path, search })
  })

  it.each(['a/b', '50%', '?x=1&y', '#', 'a b', '样本 1', '😀', 'a..b', '.a', '"', "';--"])(
    'restores the id %s unchanged',
    (id) => {
      const link = toLink('samples', id)
      expect(link).toMatch(/^pathclock:\/\/samples\/[\w%.!~*'()-]+$/)
      expect(parseLink(link ?? '')).toEqual({ path: '/study/all/samples', search: { sample: id } })
    },
  )

  const words = (text: string) => text.trim().split(/\s+/)
  const badIds = words(`
    D1?theme=dark D1#x D1% D1/../../samples/S1 a/b %E0%A4%A %00 a%0Ab a%E2%80%AEb a%E2%80%A8b %20
    . .. ../ ... %2e %2E%2e .%2e/ ..%2Fusers%2Fme a%2F..%2F..%2Fusers a%5C..%5Cb
    %252e%252e %25252e %252500 %252e%252e%252fusers`)
  const badPaths = words(`
    settings import/file connect?serviceUrl=https://evil.example user:secret@drugs/D1 drugs:80/D1 drugs\\D1
    @drugs/D1 drugs@evil.example/D1 drugs.evil.example/D1 drugs%2f/D1 ſamples/S1 ｄrugs/D1
    constructor/x __proto__/x`)
  const long = [
    '%25'.repeat(900),
    '样'.repeat(301),
    'a'.repeat(1_000_000),
    'a'.repeat(301),
    '%61'.repeat(2000),
  ]
  it.each([
    ...[...badIds, ...long].map((id) => `pathclock://drugs/${id}`),
    ...['', ...badPaths].map((path) => `pathclock://${path}`),
    ...words('pathclock: pathclock:drugs/D1 pathclock:///drugs https://drugs/D1 javascript:alert(1)'),
    '',
    ' pathclock://drugs/D1',
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
