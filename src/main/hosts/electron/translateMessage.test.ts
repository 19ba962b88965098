import { expect, it } from 'vitest'
import { translateMessage } from './language.ts'

it('says what the services said in the language of the window', async () => {
  const message = '48 orders placed, 2 refused by the service.'
  expect(await translateMessage('zh-CN', message)).toBe('48 个订单已下单，2 个被服务拒绝。')
  expect(await translateMessage('en', message)).toBe(message)
})
