import { getDepositTemplate, getStudentTemplate, markSheet, readSheet as readCall } from '@mfuko/contract/imports';
import { describe, expect, it } from 'vitest';
import { clientHeaders } from '../../../tests/kit.ts';
import { readSheet } from '../../platform/spreadsheets/read.ts';
import { amina, HEAD, office, openOffice, PAY, server, upload, xlsx } from './imports.testkit.ts';

openOffice();

describe('spreadsheets', () => {
  async function fileOf(endpoint: { path: string }, method: 'GET' | 'POST' = 'GET'): Promise<string[][]> {
    const response = await server.app.inject({
      method,
      url: `/api/${endpoint.path}`,
      headers: clientHeaders(server.context, office.token),
    });
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename=".*\.xlsx"$/),
    ]);
    return (await readSheet(response.rawPayload, 'x.xlsx')).rows.map(({ cells }) => [...cells]);
  }

  it("the templates have the contract's columns", async () => {
    expect(await fileOf(getStudentTemplate)).toEqual([HEAD]);
    expect(await fileOf(getDepositTemplate)).toEqual([PAY]);
  });

  it('readSheet recognises the columns and hides PINs', async () => {
    const { body } = await office.ask<{ columns: { field: string | null }[]; rows: { cells: string[] }[] }>(readCall, {
      Sheet: await xlsx([amina], [...HEAD, 'Remarks']),
      kind: 'students',
    });
    expect(body.columns.map(({ field }) => field)).toEqual([
      'admissionNumber',
      'firstName',
      'lastName',
      'className',
      'checkPin',
      'guardianName',
      'guardianPhone',
      'guardianEmail',
      null,
    ]);
    expect(body.rows[0]?.cells.slice(0, 6)).toEqual(['0012', 'Amina', 'Juma', 'Form 1', '••••', 'Grace Juma']);
  });

  it('markSheet marks the wrong rows, and the corrected sheet can be uploaded', async () => {
    const bad = ['x9', 'Ken', '', 'Form 1', '4827', '', '', ''];
    const response = await markedUp(await xlsx([amina, bad]), true);
    expect(response).toEqual([
      [...HEAD, 'What is wrong'],
      ['x9', 'Ken', '', 'Form 1', '4827', '', '', '', 'Admission Number must be 1 to 12 digits; Last Name is required'],
    ]);
    const all = await markedUp(await xlsx([amina, bad]), false);
    expect(all).toHaveLength(3);
    // The file is corrected and sent as it came, including the column of errors.
    const corrected = [...(all[2] ?? [])];
    corrected[0] = '99';
    corrected[2] = 'Mwangi';
    const again = await xlsx([all[1] ?? [], corrected], all[0]);
    expect((await upload(again)).body).toMatchObject({ created: 2, errors: [] });
  });

  async function markedUp(file: { filename: string; bytes: Uint8Array }, onlyWrong: boolean): Promise<string[][]> {
    const form = new FormData();
    form.set('Sheet', new Blob([new Uint8Array(file.bytes)]), file.filename);
    form.set('kind', 'students');
    form.set('onlyWrong', String(onlyWrong));
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/${markSheet.path}`,
      headers: {
        ...clientHeaders(server.context, office.token),
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect(response.statusCode).toBe(200);
    return (await readSheet(response.rawPayload, 'x.xlsx')).rows.map(({ cells }) => [...cells]);
  }
});
