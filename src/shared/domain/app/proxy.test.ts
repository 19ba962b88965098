import { expect, it } from 'vitest'
import { parseProxyAddress } from './settings.ts'

it.each([
  ['http://proxy.lab:3128', 'http://proxy.lab:3128'],
  [' proxy.lab:3128 ', 'http://proxy.lab:3128'],
  ['https://10.0.0.7:8443/', 'https://10.0.0.7:8443'],
  ['[::1]:3128', 'http://[::1]:3128'],
])('accepts %s as the address of a proxy', (text, address) => {
  expect(parseProxyAddress(text)).toEqual({ address })
})

it.each([
  ['http://ann:word@proxy.lab:3128', 'credentials'],
  ['ann@proxy.lab:3128', 'credentials'],
  ['socks5://proxy.lab:1080', 'address'],
  ['http://proxy.lab:3128/path', 'address'],
  ['http://proxy.lab:3128?key=1', 'address'],
  ['http://proxy lab', 'address'],
  ['proxy.lab:99999', 'address'],
  ['http://', 'address'],
  ['https=proxy.lab:3128', 'address'],
  ['proxy.lab;other.lab', 'address'],
  ['proxy.lab,direct:3128', 'address'],
  ['proxy.lab:0', 'address'],
])('rejects %s because of its %s', (text, problem) => {
  expect(parseProxyAddress(text)).toEqual({ problem })
})
