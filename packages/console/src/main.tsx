import './ui/app.css';
import './ui/parts.css';
import './ui/forms.css';
import { render } from 'preact';
import { Application } from './shell/application.tsx';

const root = document.querySelector('#app');
if (root !== null) render(<Application />, root);
