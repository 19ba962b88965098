import { expect, it } from 'vitest'
import { joinMessages, message, plural } from '../../../shared/messages/message.ts'
import { translateMessage } from './language.ts'

it('translates a message of the services into the language of the window', async () => {
  const parts = [message`${48} ${plural(48, 'order')} placed`, message`${2} refused by the service`]
  const summary = message`${joinMessages(parts, ', ')}.`
  expect(await translateMessage('zh-CN', summary)).toBe('48 个订单已下单，2 个被服务拒绝。')
  expect(await translateMessage('en', summary)).toBe('48 orders placed, 2 refused by the service.')
})
