import { expect, it } from 'vitest'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { translateMessage } from './language.ts'

it('translates a message of the services into the language of the window', async () => {
  const parts = [
    message('samples.ordersPlaced', { count: 48 }),
    message('samples.refusedService', { failed: 2 }),
  ]
  const summary = message('shared.sentence', { text: joinMessages(parts, ', ') })
  expect(await translateMessage('zh-CN', summary)).toBe('48 个订单已下单，2 个被服务拒绝。')
  expect(await translateMessage('en', summary)).toBe('48 orders placed, 2 refused by the service.')
})
