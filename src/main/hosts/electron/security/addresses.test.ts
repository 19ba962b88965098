import { describe, expect, it } from 'vitest'
import { canOpenExternally, isOwnPage, serviceOrigin } from './addresses.ts'

describe('the pages of the app', () => {
  it.each(['app://pathclock/index.html', 'app://pathclock/#/drugs?text=rapa', 'app://pathclock/'])(
    'include %s',
    (address) => expect(isOwnPage(address)).toBe(true),
  )

  it.each([
    'app://elsewhere/index.html',
    'app://pathclock.evil/index.html',
    'app://pathclock:81/index.html',
    'app://someone@pathclock/index.html',
    'apps://pathclock/index.html',
    'https://pathclock/index.html',
    'file:///index.html',
    'about:blank',
    'data:text/html,hello',
    '',
  ])('do not include %s', (address) => expect(isOwnPage(address)).toBe(false))

  it('include the dev server only if there is one', () => {
    expect(isOwnPage('http://localhost:5173/index.html')).toBe(false)
    expect(isOwnPage('http://localhost:5173/index.html', 'http://localhost:5173')).toBe(true)
    expect(isOwnPage('http://localhost:5174/index.html', 'http://localhost:5173')).toBe(false)
  })
})

describe('addresses outside', () => {
  const origins = new Set(['https://service.example', 'http://127.0.0.1:4000', 'http://service.example'])

  it.each(['https://service.example/oauth/authorize?x=1', 'http://127.0.0.1:4000/authorize'])(
    'can be opened if their origin is listed: %s',
    (address) => expect(canOpenExternally(address, origins)).toBe(true),
  )

  it.each([
    'https://go.drugbank.com/drugs/DB00877',
    'https://www.ebi.ac.uk/chembl/explore/compound/CHEMBL413',
    'https://pubmed.ncbi.nlm.nih.gov/?term=Sirolimus',
  ])('can be opened without any service if they describe a drug: %s', (address) =>
    expect(canOpenExternally(address, new Set())).toBe(true),
  )

  it.each([
    'http://go.drugbank.com/drugs/DB00877',
    'https://go.drugbank.com/drugs/DB00877?carried=off',
    'https://go.drugbank.com/unearth/q?query=carried-off',
    'https://www.ebi.ac.uk/chembl/explore/compound/CHEMBL413#carried-off',
    'https://www.ebi.ac.uk/carried/off',
    'https://pubmed.ncbi.nlm.nih.gov/?term=a&more=carried-off',
    `https://pubmed.ncbi.nlm.nih.gov/?term=${'x'.repeat(2000)}`,
    'https://go.drugbank.com:8443/drugs/DB00877',
    'https://drugbank.com/drugs/DB00877',
    'https://go.drugbank.com.evil.example/drugs/DB00877',
    'https://someone@pubmed.ncbi.nlm.nih.gov/',
    'https://evil.example/https://www.ebi.ac.uk/chembl/',
    'https://ebi.ac.uk/chembl/',
    'https://service.example.evil/authorize',
    'https://service.example:8443/authorize',
    'https://service.example@evil.example/',
    'https://someone@service.example/',
    'http://service.example/authorize',
    'http://127.0.0.1:4001/authorize',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-msdt:/id',
    'no address',
  ])('cannot be opened otherwise: %s', (address) => expect(canOpenExternally(address, origins)).toBe(false))

  it('give the origin of a service as the user types it', () => {
    expect(serviceOrigin(' https://Service.example/v1/ ')).toBe('https://service.example')
    expect(serviceOrigin('service.example/v1')).toBe('https://service.example')
    expect(serviceOrigin('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000')
    expect(serviceOrigin('http://')).toBeNull()
  })
})
