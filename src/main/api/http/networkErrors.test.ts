import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { explainNetworkError } from './networkErrors.ts'

const coded = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
const during = (syscall: string, code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) })
const ofElectron = (code: string): Error => new Error(`net::${code}`)

describe('the explanation of a network error', () => {
  it.each([
    coded('SELF_SIGNED_CERT_IN_CHAIN'),
    coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'),
    ofElectron('ERR_CERT_AUTHORITY_INVALID'),
  ])('gives advice about a proxy certificate, and states that nothing arrived: %s', (error) => {
    const { advice, mayHaveArrived, isTransient, reason } = explainNetworkError(error)
    expect(toEnglish(reason)).toContain('certificate')
    expect(advice && toEnglish(advice)).toMatch(
      /system's certificate store.*NODE_EXTRA_CA_CERTS.*Ask whoever runs the network/,
    )
    expect([mayHaveArrived, isTransient]).toEqual([false, false])
  })

  it.each([coded('CERT_HAS_EXPIRED'), ofElectron('ERR_CERT_DATE_INVALID')])(
    'suggests a wrong clock: %s',
    (error) => {
      const { advice } = explainNetworkError(error)
      expect(advice && toEnglish(advice)).toContain('date and time')
    },
  )

  it.each([
    ofElectron('ERR_PROXY_CONNECTION_FAILED'),
    ofElectron('ERR_TUNNEL_CONNECTION_FAILED'),
    ofElectron('ERR_PROXY_CERTIFICATE_INVALID'),
    coded('ERR_PROXY_TUNNEL'),
  ])('names the proxy: %s', (error) => {
    const { advice, mayHaveArrived, isTransient, reason } = explainNetworkError(error)
    expect(`${toEnglish(reason)} ${advice && toEnglish(advice)}`).toMatch(/proxy.*HTTPS_PROXY/)
    expect([mayHaveArrived, isTransient]).toEqual([false, false])
  })

  it.each([
    [coded('ECONNREFUSED'), false],
    [coded('ENOTFOUND'), false],
    [ofElectron('ERR_NAME_NOT_RESOLVED'), false],
    [coded('ECONNRESET'), true],
    [new TypeError('terminated'), true],
    [during('connect', 'EHOSTUNREACH'), false],
    [during('read', 'EHOSTUNREACH'), true],
    [during('write', 'ENETDOWN'), true],
  ])('states that it may pass, and if the request can have arrived: %s', (error, mayHaveArrived) => {
    expect(explainNetworkError(error)).toMatchObject({ mayHaveArrived, isTransient: true })
  })
})
