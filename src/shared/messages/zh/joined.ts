import type { Sentences } from '../translator.ts'

/** In Chinese: sentences that are joined of parts, as they come out. */
export const joined: Sentences = {
  'The service does not accept the credential. Sign in again.': '服务不接受此凭据。请重新登录。',
  'The service does not accept the credential: {0} Sign in again.': '服务不接受此凭据：{0} 请重新登录。',
  'The service does not know {0}.': '服务不知道{0}。',
  'The service does not know {0}: {1}': '服务不知道{0}：{1}',
  'The service refused the request. Check the values sent.': '服务拒绝了请求。请检查发送的值。',
  'The service refused the request: {0} Check the values sent.': '服务拒绝了请求：{0} 请检查发送的值。',
  'The service gave no whole answer to {0}: {1}. {2}': '服务没有对 {0} 给出完整的应答：{1}。{2}',
  'The service failed ({0}).': '服务出错（{0}）。',
  'The service failed ({0}): {1}': '服务出错（{0}）：{1}',
  'The service answered with the code {0}, which is not taken for success.':
    '服务返回了代码 {0}，不视为成功。',
  'The service answered with the code {0}, which is not taken for success: {1}':
    '服务返回了代码 {0}，不视为成功：{1}',
  'Try again later; if it stays, tell whoever runs the service.':
    '请稍后重试；如果仍然如此，请告知服务的管理者。',
  'Try again later; if it stays, tell whoever runs the service (request {0}).':
    '请稍后重试；如果仍然如此，请告知服务的管理者（请求 {0}）。',
  'Where that code means success at this service, set success_codes={0} in the settings of the profile.':
    '如果该代码在此服务中表示成功，请在配置的设置中设置 success_codes={0}。',
  'Where that code means success at this service, set success_codes={0} in the settings of the profile (request {1}).':
    '如果该代码在此服务中表示成功，请在配置的设置中设置 success_codes={0}（请求 {1}）。',
  'You are not allowed to do this at the service.': '服务不允许您进行此操作。',
  'You are not allowed to do this at the service: {0}': '服务不允许您进行此操作：{0}',
  'The documentation names no scope for this call.': '文档没有为此请求指明权限范围。',
  'The documentation names no scope for this call. Your credential has no scope.':
    '文档没有为此请求指明权限范围。您的凭据没有任何权限范围。',
  'The documentation names no scope for this call. Your credential has the scope {0}.':
    '文档没有为此请求指明权限范围。您的凭据的权限范围为 {0}。',
  'The credential may need the scope {0}.': '凭据可能需要权限范围 {0}。',
  'The credential may need the scope {0}; it carries no scope at all.':
    '凭据可能需要权限范围 {0}；它没有任何权限范围。',
  'The credential may need the scope {0}; it carries {1}.': '凭据可能需要权限范围 {0}；它的权限范围为 {1}。',
  'lines {0}': '第 {0} 行',
  'lines {0} and more': '第 {0} 等行',
}
