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
  ['credentials', 'http://ann:word@proxy.lab:3128|ann@proxy.lab:3128'],
  ['address', 'socks5://proxy.lab:1080|http://proxy.lab:3128/path|http://proxy.lab:3128?key=1|http://'],
  ['address', 'http://proxy lab|proxy.lab:99999|proxy.lab:0|https=proxy.lab:3128'],
  ['address', 'proxy.lab;other.lab|proxy.lab,direct:3128'],
])('rejects because of its %s: %s', (problem, texts) => {
  for (const text of texts.split('|')) expect([text, parseProxyAddress(text)]).toEqual([text, { problem }])
})
