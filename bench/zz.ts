import { Client } from '#server/testing/client.ts'
import { withInstallation } from './installation.ts'
import { importedPayroll } from './payroll.ts'
await withInstallation(async (it) => {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  const payroll = await importedPayroll(client, 1500, 10)
  await it.sql(async (c) => {
    for (let i = 0; i < 3; i++) {
    await c.query('BEGIN')
    const { rows: [e] } = await c.query(`SELECT company_id FROM payrolls WHERE id=$1`, [payroll._id])
    const { rows: [u] } = await c.query(`SELECT id FROM users WHERE company_id=$1`, [e.company_id])
    const { rows: emps } = await c.query(`SELECT employee_id FROM payroll_employees WHERE payroll_id=$1 ORDER BY 1`, [payroll._id])
    const { rows: [p] } = await c.query(`INSERT INTO payments (company_id,payroll_id,requested_by,note,total_usd_cents,total_sats,rate_usd_cents_per_btc,rate_sources,rate_at) VALUES ($1,$2,$3,'',1,1,1,3,now()) RETURNING id`, [e.company_id, payroll._id, u.id]).catch((x)=>{console.log(x); throw x})
    await c.query(`SELECT e.id FROM payroll_employees m JOIN employees e ON e.id=m.employee_id WHERE m.payroll_id=$1 FOR SHARE OF e, m`, [payroll._id])
    const r = await c.query(`EXPLAIN (ANALYZE, BUFFERS) INSERT INTO payment_lines (company_id, payment_id, employee_id, first_name, last_name, address,
      script_pubkey, usd_cents, sats, version, mac)
    SELECT e.company_id, $1::uuid, e.id, e.first_name, e.last_name, e.address,
      e.script_pubkey, e.base_salary_usd_cents, l.sats, e.version, e.mac
    FROM unnest($2::uuid[], $3::bigint[]) AS l (employee_id, sats)
    JOIN employees e ON e.id = l.employee_id AND e.company_id = $4
    RETURNING id, employee_id, usd_cents`, [p.id, emps.map(x=>x.employee_id), emps.map(()=>'1000'), e.company_id])
    console.log(r.rows.map(x=>x['QUERY PLAN']).join('\n'))
    const { rows: [t] } = await c.query(`INSERT INTO transactions (company_id,payroll_id,payment_id,position,type,state,waiting_for,usd_cents,sats,rate_usd_cents_per_btc) VALUES ($1,$2,$3,0,'send','pendingApproval','node',1,1,1) RETURNING id`, [e.company_id, payroll._id, p.id]).catch((x)=>{console.log(x); throw x})
    const { rows: lines } = await c.query(`SELECT id FROM payment_lines WHERE payment_id=$1`, [p.id])
    const r2 = await c.query(`EXPLAIN (ANALYZE, BUFFERS) INSERT INTO transaction_outputs (transaction_id, vout, payment_line_id, feeds, script_pubkey, sats)
    SELECT $1, o.vout, o.line, o.feeds, coalesce(o.script, l.script_pubkey), o.sats
    FROM unnest($2::integer[], $3::uuid[], $4::uuid[], $5::bytea[], $6::bigint[]) AS o (vout, line, feeds, script, sats)
    LEFT JOIN payment_lines l ON l.id = o.line`, [t.id, lines.map((_, n)=>n), lines.map(l=>l.id), lines.map(()=>null), lines.map(()=>null), lines.map(()=>'1000')])
    console.log(r2.rows.map(x=>x['QUERY PLAN']).join('\n'))
    await c.query('ROLLBACK')
    }
  })
})
