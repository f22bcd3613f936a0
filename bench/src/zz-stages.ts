import { tictactoe } from "/work/main/worlds/tictactoe/index.ts";
import { engineOf, Line, sha256 } from "/work/main/bench/src/line.ts";
import { wholeGames } from "/work/main/bench/src/games.ts";
import { decideTurn, seal, step, viewOf, isAction } from "@orrery/kernel";
import * as K from "@orrery/kernel";
import { writeCommit } from "/work/main/kernel/src/record.ts";
const cpu=()=>{const u=process.cpuUsage();return (u.user+u.system)};
const games=wholeGames(40), line=new Line(engineOf(tictactoe as any),{} as any), engine=line.engine as any, w=engine.world;
const KEY={seed:"0123456789abcdef0123456789abcdef",salt:"9f86d081884c7d65"};
const recs:any[]=[];
for(const g of games){ line.restart(); for(let i=0;i<g.length;i++){ const frame:any=line.frame; const action:any={actorId:i%2===0?"x":"o",type:"place",metadata:{cell:g[i]}}; const ask=w.asks(frame.state)[0]; const given=[{actor:action.actorId,ask,actions:[action],provenance:{actor:action.actorId,ask:ask.id,by:"agent"}}]; const draft=decideTurn(engine,frame,"table",given as any,KEY); line.play(action); const env={id:"te13wu1on",createdAt:1700000000000+recs.length,rawText:"",salt:KEY.salt}; recs.push({frame,action,ask,given,draft,env,view:viewOf(engine,frame,action.actorId), body: line.log.at(-1)!.body, commit: K.readCommit(line.log.at(-1)!.body), next: line.frame}); } }
let sink=0; let keep:any; const n=recs.length;
const stages:Record<string,(r:any)=>void>={
 asks:(r)=>{sink+=w.asks(r.frame.state).length},
 given:(r)=>{const given=[{actor:r.action.actorId,ask:r.ask,actions:[r.action],provenance:{actor:r.action.actorId,ask:r.ask.id,by:"agent"}}]; sink+=given.length},
 isAction:(r)=>{sink+=isAction(r.action)?1:0},
 fits:(r)=>{sink+=engine.fits.get(r.action.type)(r.action)?1:0},
 view:(r)=>{sink+=(viewOf(engine,r.frame,r.action.actorId) as any).cells.length},
 check:(r)=>{sink+=w.check.place(r.view,r.action)===null?1:0},
 step:(r)=>{sink+=(step(engine,r.frame,r.draft.events[0]) as any).state.cells.length},
 apply:(r)=>{sink+=(w.apply.placed(r.frame.state,r.draft.events[0]) as any).cells.length},
 decideTurn:(r)=>{sink+=decideTurn(engine,r.frame,"table",r.given,KEY).events.length},
 write:(r)=>{keep=writeCommit({turn:{id:r.env.id,rawText:"",actions:r.draft.actions,validation:r.draft.validation,createdAt:r.env.createdAt},version:1,lane:"table",depth:r.frame.lanes.table??0,salt:KEY.salt,events:r.draft.events,by:r.draft.by,answers:r.draft.answers,rolls:r.draft.rolls} as any)},
 ideal:(r)=>{const e=r.draft.events[0],a=r.draft.actions[0]; const s=`{"ask":"${r.ask.id}","depth":${r.frame.lanes.table??0},"events":[{"cell":${e.cell},"mark":"${e.mark}","type":"placed"}],"lane":"table","salt":"9f86d081884c7d65","turn":{"actions":[{"actorId":"${a.actorId}","metadata":{"cell":${a.metadata.cell}},"type":"place"}],"createdAt":${r.env.createdAt},"id":"${r.env.id}","rawText":"","validation":[{"actionIndex":0,"success":true}]},"version":1}`; sink+=s.length; keep=s;},
 idealNoDate:(r)=>{const e=r.draft.events[0],a=r.draft.actions[0]; const s=`{"ask":"${r.ask.id}","depth":${r.frame.lanes.table??0},"events":[{"cell":${e.cell},"mark":"${e.mark}","type":"placed"}],"lane":"table","salt":"9f86d081884c7d65","turn":{"actions":[{"actorId":"${a.actorId}","metadata":{"cell":${a.metadata.cell}},"type":"place"}],"createdAt":${"1700000000000"},"id":"${r.env.id}","rawText":"","validation":[{"actionIndex":0,"success":true}]},"version":1}`; sink+=s.length; keep=s;},
 idealHash:(r)=>{const e=r.draft.events[0],a=r.draft.actions[0]; const s=`{"ask":"${r.ask.id}","depth":${r.frame.lanes.table??0},"events":[{"cell":${e.cell},"mark":"${e.mark}","type":"placed"}],"lane":"table","salt":"9f86d081884c7d65","turn":{"actions":[{"actorId":"${a.actorId}","metadata":{"cell":${a.metadata.cell}},"type":"place"}],"createdAt":${r.env.createdAt},"id":"${r.env.id}","rawText":"","validation":[{"actionIndex":0,"success":true}]},"version":1}`; sink+=s.length; keep=sha256(r.frame.hash+s);},
 date:(r)=>{keep=`${r.env.createdAt}`},
 eventsIdeal:(r)=>{const e=r.draft.events[0]; keep=`[{"cell":${e.cell},"mark":"${e.mark}","type":"${e.type}"}]`},
 lanes:(r)=>{const lane=r.ask.lane; keep={...r.frame.lanes,[lane]:5}},
 lanes2:(r)=>{const lane=r.ask.lane; const c={...r.frame.lanes}; c[lane]=5; keep=c},
 writeHash:(r)=>{keep=sha256(r.frame.hash+writeCommit({turn:{id:r.env.id,rawText:"",actions:r.draft.actions,validation:r.draft.validation,createdAt:r.env.createdAt},version:1,lane:"table",depth:r.frame.lanes.table??0,salt:KEY.salt,events:r.draft.events,by:r.draft.by,answers:r.draft.answers,rolls:r.draft.rolls} as any))},
 hashbody:(r)=>{sink+=sha256(r.frame.hash+r.body).length},
 seal:(r)=>{sink+=seal(engine,r.frame,r.draft,r.env).body.length},
 actionsText:(r)=>{sink+=K.canonical(r.draft.actions).length},
 eventsText:(r)=>{sink+=K.canonical(r.draft.events).length},
 read:(r)=>{sink+=K.readCommit(r.body).events.length},
 parse:(r)=>{sink+=JSON.parse(r.body).events.length},
};
const pick=process.argv[2];
for(const [name,f] of Object.entries(stages)) { if(pick&&!name.match(pick)) continue; const xs:number[]=[]; for(let k=0;k<(process.env.K?+process.env.K:250);k++){const t=cpu(); for(let i=0;i<12;i++) for(const r of recs) f(r); xs.push((cpu()-t)*1000/(12*n));} xs.sort((a,b)=>a-b); console.log(name.padEnd(14), xs[Math.floor(xs.length*.05)].toFixed(0),"ns"); }
