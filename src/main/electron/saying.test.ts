import { expect, it } from 'vitest'
import { sayIn } from './saying.ts'

it('says what the services said in the language of the window', async () => {
  const said = '48 orders placed, 2 refused by the service.'
  expect(await sayIn('zh-CN', said)).toBe('48 个订单已下单，2 个被服务拒绝。')
  expect(await sayIn('en', said)).toBe(said)
})
